// Shows the HTML that Python renders and reports what was clicked, chosen or typed.

const editing = new WeakSet();  // the fields with something typed that is not sent yet

// Patch rather than replace: focus, half-typed text and CSS transitions survive.
function patch(old, next) {
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const was = [...old.childNodes];
  const nodes = [...next.childNodes];  // kept, for those that are moved over leave next
  nodes.forEach((node, i) => {
    const here = was[i];
    if (!here) old.append(node);
    else if (here.nodeName !== node.nodeName) here.replaceWith(node);
    else if (node.nodeType === Node.ELEMENT_NODE) patch(here, node);
    else if (here.data !== node.data) here.data = node.data;
  });
  was.slice(nodes.length).forEach((node) => node.remove());
  if (old.matches("input[value], select") && !editing.has(old)) old.value = next.value;
}

const buttons = (group) => [...group.querySelectorAll("button")];

// Within a group the arrow keys move; Tab stops at one button only.
function stopAt(group, at) {
  const all = buttons(group);
  const stop = Math.min(Math.max(at, 0), all.length - 1);
  all.forEach((button, i) => { button.tabIndex = i === stop ? 0 : -1; });
}

// In a chart to draw in, the buttons are sliders; heights are multiples of a step.
const STEP = 5;
const KEYS = { ArrowUp: 10, ArrowDown: -10, PageUp: 50, PageDown: -50, Delete: -Infinity };

function pull(slider, height) {
  const top = Number(slider.ariaValueMax);
  const now = Math.min(Math.max(STEP * Math.round(height / STEP), 0), top);
  slider.ariaValueNow = now;  // at once: Python's answer will say the same
  slider.style.setProperty("--drawn", `${(100 * now) / top}%`);
  return `${slider.dataset.name}:${now}`;
}

// Pull each slider that a pointer passes; a fast one leaves gaps, which a straight line fills.
function drawTo(stroke, { clientX, clientY }) {
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

function render({ model, el }) {
  const root = el.appendChild(document.createElement("div"));
  // One action at a time: JupyterLab starts a thread for widgets' messages only after the first
  // ones, which could then be overtaken.
  const waiting = [];

  function send(...words) {
    waiting.push({ action: words.join(" ") });
    if (waiting.length === 1) model.send(waiting[0]);
  }

  function answered() {
    waiting.shift();
    if (waiting.length) model.send(waiting[0]);
  }

  function draw() {
    const next = document.createElement("div");
    next.className = "t31";
    next.setAttribute("aria-busy", String(model.get("busy")));
    next.innerHTML = model.get("html");
    for (const control of next.querySelectorAll("button, input, select")) {
      // JupyterLab reads this on the focused element itself: without it, x would cut the cell.
      control.setAttribute("data-lm-suppress-shortcuts", "true");
    }
    if (waiting.length) {  // an answer to what was drawn before: later strokes stay
      for (const slider of root.querySelectorAll("[data-draw] button")) {
        const same = next.querySelector(`[data-draw] [data-name="${slider.dataset.name}"]`);
        same?.setAttribute("aria-valuenow", slider.ariaValueNow);
        same?.setAttribute("style", slider.getAttribute("style"));
      }
    }
    const before = [...root.querySelectorAll("[data-columns]")];
    next.querySelectorAll("[data-columns]").forEach((group, i) => {
      const at = before[i] ? buttons(before[i]).findIndex((b) => b.tabIndex === 0) : 0;
      stopAt(group, at);
    });
    const focused = root.contains(document.activeElement);
    patch(root, next);
    if (focused && !root.contains(document.activeElement)) {  // what had it is gone
      root.querySelector("[tabindex='0'], input, select, button:not([tabindex])")?.focus();
    }
  }

  root.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-do]");
    if (!button) return;
    const group = button.closest("[data-columns]");
    if (group) stopAt(group, buttons(group).indexOf(button));
    if (button.dataset.do === "reset") {
      for (const field of root.querySelectorAll("form input")) field.value = "";
    }
    send(button.dataset.do);
  });

  let stroke = null;
  root.addEventListener("pointerdown", (event) => {
    const chart = event.target.closest("[data-draw]");
    if (!chart || event.button !== 0) return;
    root.setPointerCapture(event.pointerId);
    stroke = { chart, pulled: new Map() };
    drawTo(stroke, event);
  });
  root.addEventListener("pointermove", (event) => {
    if (stroke) drawTo(stroke, event);
  });
  root.addEventListener("lostpointercapture", () => {
    if (stroke) send(stroke.chart.dataset.draw, ...stroke.pulled.values());
    stroke = null;
  });

  root.addEventListener("input", (event) => editing.add(event.target));
  root.addEventListener("focusout", (event) => editing.delete(event.target));

  function commit(field) {
    editing.delete(field);
    if (field.value !== field.getAttribute("value")) send(field.dataset.do, field.value);
  }
  root.addEventListener("change", (event) => {
    if (event.target.dataset.do) commit(event.target);
  });

  let submitted = null;  // the field whose text was sent
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    [submitted] = event.target.elements;
    send(event.target.dataset.do, submitted.value);
  });

  root.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input")) {
      event.preventDefault();  // in JupyterLab the browser itself makes nothing of it
      if (event.target.form) event.target.form.requestSubmit();
      else commit(event.target);
      return;
    }
    const button = event.target.closest("[data-columns] button");
    if (!button || event.ctrlKey || event.metaKey || event.altKey) return;
    const group = button.closest("[data-columns]");
    const all = buttons(group);
    const at = all.indexOf(button);
    if (group.dataset.draw && KEYS[event.key]) {
      event.preventDefault();
      const height = Number(button.ariaValueNow) + KEYS[event.key];
      send(group.dataset.draw, pull(button, height));
      return;
    }
    const columns = Number(group.dataset.columns);
    const row = at - (at % columns);
    const to = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at - columns,
      ArrowDown: at + columns,
      Home: row,
      End: row + columns - 1,
    }[event.key];
    if (to !== undefined) {
      if (all[to]) {
        stopAt(group, to);
        all[to].focus();
      }
    } else if (event.key === "Delete" || event.key === "Backspace") {
      if (button.dataset.delete) send(button.dataset.delete);
    } else {
      const field = root.querySelector("[data-typed]");
      if (!field || event.key.length !== 1 || event.key === " ") return;
      if (button.dataset.do?.startsWith("choose")) button.click();  // what is typed goes there
      field.focus();
      return;  // and the field gets the key
    }
    event.preventDefault();
  });

  // While Python works, what was typed stays; when it is done, what was refused goes back.
  function busy() {
    if (model.get("busy")) {
      root.setAttribute("aria-busy", "true");
      return;
    }
    answered();
    draw();
    if (submitted && !root.querySelector(".t31-refused")) submitted.value = "";  // else: mend it
    submitted = null;
  }
  model.on("change:html", draw);
  model.on("change:busy", busy);
  draw();
  return () => {
    model.off("change:html", draw);
    model.off("change:busy", busy);
  };
}

export default { render };
