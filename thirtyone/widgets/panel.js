// Shows the HTML that Python renders, and reports what was clicked, chosen or typed as one line of
// text. It knows no widget: what it looks for in the HTML is told in parts/html.py.

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

// JupyterLab reads this on the focused element itself: without it, x would cut the cell.
const SUPPRESS = "data-lm-suppress-shortcuts";

function render({ model, el }) {
  const root = el.appendChild(document.createElement("div"));
  const extra = typeof drawing === "function" ? drawing(root, send) : null;
  const waiting = [];  // the actions that are not answered yet, each with its number
  let number = 2 ** 20 * Math.floor(2 ** 30 * Math.random());  // no other view's
  let drawn = null;  // the rendering that is shown
  let lost = false;  // whether the kernel is gone
  let submitted = null;  // the field whose text was sent

  // One action at a time: JupyterLab starts a thread for widgets' messages only after the first
  // ones, which could then be overtaken.
  function send(...words) {
    if (lost) return;
    waiting.push({ action: words.join(" "), number: (number += 1) });
    if (waiting.length === 1) tell(waiting[0]);
    busy();
  }

  function tell(message) {
    try {
      model.send(message);
    } catch {  // the channel to the kernel is closed
      lose();
    }
  }

  function busy() {
    root.firstElementChild?.setAttribute("aria-busy", String(waiting.length > 0));
  }

  // The kernel was restarted or has died: what is shown can be read, but not played with.
  function lose() {
    lost = true;
    waiting.length = 0;
    busy();
    for (const control of root.querySelectorAll("button, input, select")) control.disabled = true;
    for (const notice of root.querySelectorAll("[data-lost]")) notice.hidden = false;
  }

  function draw() {
    const next = document.createElement("div");
    next.innerHTML = model.get("html");
    next.firstElementChild.setAttribute("aria-busy", String(waiting.length > 0));
    for (const control of next.querySelectorAll("button, input, select")) {
      control.setAttribute(SUPPRESS, "true");
    }
    if (waiting.length) extra?.keep(next);
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

  // While Python works, what was typed stays; when it is done, what was refused goes back.
  function answer() {
    waiting.shift();
    if (waiting.length) tell(waiting[0]);
    if (submitted && !model.get("refused")) submitted.value = "";  // else: mend it
    submitted = null;
  }

  function update() {
    if (lost) return;
    const answered = waiting[0]?.number === model.get("answered");
    if (answered) answer();
    if (!answered && drawn === model.get("renders")) return;
    drawn = model.get("renders");
    draw();
    if (model.get("working")) setTimeout(() => lost || tell({ seen: drawn }), 20);
  }

  root.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-do]");
    if (!button) return;
    const group = button.closest("[data-columns]");
    if (group) stopAt(group, buttons(group).indexOf(button));
    if (button.hasAttribute("data-clears")) {
      for (const field of root.querySelectorAll("form input")) field.value = "";
    }
    send(button.dataset.do);
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
    const columns = Number(group.dataset.columns);
    const row = at - (at % columns);
    if (extra?.key(event, group, button)) {
      event.preventDefault();
      return;
    }
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
      if (button.hasAttribute("data-types")) button.click();  // what is typed goes there
      field.focus();
      return;  // and the field gets the key
    }
    event.preventDefault();
  });

  // Ctrl+S is JupyterLab's in here too: it looks at the attribute only after this has run.
  function save(event) {
    const { target } = event;
    if (event.key !== "s" || !(event.ctrlKey || event.metaKey) || !root.contains(target)) return;
    target.removeAttribute(SUPPRESS);
    setTimeout(() => target.setAttribute(SUPPRESS, "true"));
  }
  window.addEventListener("keydown", save, true);

  // A restart closes the channels of all widgets; a crash shows in the kernel's state alone.
  const { kernel } = model.widget_manager ?? {};
  function changed(_, state) {
    if (["restarting", "autorestarting", "terminating", "dead"].includes(state)) lose();
  }
  kernel?.statusChanged?.connect(changed);
  model.on("comm:close", lose);
  model.on("change", update);
  update();
  return () => {
    window.removeEventListener("keydown", save, true);
    kernel?.statusChanged?.disconnect(changed);
    model.off("comm:close", lose);
    model.off("change", update);
  };
}

export default { render };
