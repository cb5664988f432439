// A chart to draw in: its buttons are sliders, which a pointer or the arrow keys pull up and down.
// It stands before panel.js, which finds it, in widgets with a group of buttons with `data-draw`,
// the verb that is sent with what was drawn ("draw 9:60 10:200").

const STEP = 5;  // heights are multiples of it
const KEYS = { ArrowUp: 10, ArrowDown: -10, PageUp: 50, PageDown: -50, Delete: -Infinity };

function pull(slider, height) {
  const top = Number(slider.ariaValueMax);
  const now = Math.min(Math.max(STEP * Math.round(height / STEP), 0), top);
  slider.ariaValueNow = now;  // at once: Python's answer will say the same
  slider.style.setProperty("--drawn", `${(100 * now) / top}%`);
  return `${slider.dataset.name}:${now}`;
}

function drawing(root, send) {
  let stroke = null;

  // Pull each slider that a pointer passes; a fast one leaves gaps, which a straight line fills.
  function drawTo({ clientX, clientY }) {
    const { chart, pulled } = stroke;
    const all = buttons(chart);
    const box = chart.getBoundingClientRect();
    const x = Math.floor(((clientX - box.left) / box.width) * all.length);
    const at = Math.min(Math.max(x, 0), all.length - 1);
    const height = ((box.bottom - clientY) / box.height) * Number(all[at].ariaValueMax);
    const from = stroke.at ?? at;
    const rise = at === from ? 0 : (height - stroke.height) / (at - from);
    for (let i = from; ; i += Math.sign(at - from)) {
      pulled.set(i, pull(all[i], height + rise * (i - at)));
      if (i === at) break;
    }
    Object.assign(stroke, { at, height });
    stopAt(chart, at);
    all[at].focus();
  }

  root.addEventListener("pointerdown", (event) => {
    const chart = event.target.closest("[data-draw]");
    if (!chart || event.button !== 0) return;
    root.setPointerCapture(event.pointerId);
    stroke = { chart, pulled: new Map() };
    drawTo(event);
  });
  root.addEventListener("pointermove", (event) => {
    if (stroke) drawTo(event);
  });
  root.addEventListener("lostpointercapture", () => {
    if (stroke) send(stroke.chart.dataset.draw, ...stroke.pulled.values());
    stroke = null;
  });

  return {
    // Whether the key moved a slider.
    key(event, group, button) {
      if (!group.dataset.draw || !KEYS[event.key]) return false;
      send(group.dataset.draw, pull(button, Number(button.ariaValueNow) + KEYS[event.key]));
      return true;
    },
    // What comes answers something drawn before: later strokes stay.
    keep(next) {
      for (const slider of root.querySelectorAll("[data-draw] button")) {
        const same = next.querySelector(`[data-draw] [data-name="${slider.dataset.name}"]`);
        same?.setAttribute("aria-valuenow", slider.ariaValueNow);
        same?.setAttribute("style", slider.getAttribute("style"));
      }
    },
  };
}
