"""Finding one's way about a widget in the page, for the tests of all of them."""

from browser.lab import KERNEL

# Of the projector's 1,280 the margins of a long notebook, which JupyterLab here has not, take 25.
PROJECTOR, HALL, PHONE = (1255, 720), (1920, 1080), (390, 844)


def card(page, name):
    return page.get_by_role("gridcell", name=name, exact=True)


def place(page, number, label="Your hand"):
    return page.get_by_role("listbox", name=label).get_by_role("option").nth(number - 1)


def said(page):
    return page.locator(".t31-said")


def verdict(page):
    return page.locator(".t31-verdict")


def tab_to(page, locator, key="Tab"):
    """Press Tab until it has the focus."""
    for _ in range(30):
        if locator.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead there")


def tab_back(page, locator):
    """Press Shift+Tab until it has the focus."""
    tab_to(page, locator, "Shift+Tab")


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def watch_busy(page):
    """Watch from now on whether the first widget says that it counts; what it has said so far."""
    page.evaluate(
        """() => {
            window.seen = [];
            new MutationObserver(changes => changes.forEach(({ target }) =>
                window.seen.push(target.getAttribute("aria-busy"))
            )).observe(document.querySelector(".t31"), { attributeFilter: ["aria-busy"] });
        }"""
    )
    return lambda: page.evaluate("() => window.seen")


HEIGHT = "element => element.offsetHeight"

# What sticks out of the widget, and what is wider than the room that it is given.
CUT_OFF = """root => {
    const box = root.getBoundingClientRect(), faults = [];
    for (const e of root.querySelectorAll("*")) {
        const at = e.getBoundingClientRect(), style = getComputedStyle(e);
        if (!at.width || style.clipPath !== "none" || e.tagName === "INPUT") continue;
        const out = at.left < box.left - 1 || at.right > box.right + 1;
        const cut = style.overflowX === "hidden" && e.scrollWidth > e.clientWidth + 1;
        if (out || cut) faults.push(`${out ? "out" : "cut"}: ${e.className} ${e.textContent}`);
    }
    return faults;
}"""

FONT = "element => parseFloat(getComputedStyle(element).fontSize)"

# Words in smaller type than all others.
SMALL = """root => [...root.querySelectorAll("*")].filter(e =>
    [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) &&
    e.tagName !== "OPTION" && e.getBoundingClientRect().width &&
    parseFloat(getComputedStyle(e).fontSize) < 18
).map(e => e.textContent)"""

# Runs code in the notebook's own kernel; what it prints.
ASK = f"""async code => {{
    const future = {KERNEL}.requestExecute({{ code }});
    let text = "";
    future.onIOPub = message => {{ text += message.content.text ?? ""; }};
    await future.done;
    return text.trim();
}}"""
