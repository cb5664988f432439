"""Make the stills of the widgets that the notebooks and the README show.

    python tests/refresh_images.py            all of notebooks/images/
    python tests/refresh_images.py knock      only this one

Each is what the widget opens on, in JupyterLab's light theme, at twice the size for sharp screens.
Needs Chromium, as the browser tests do.
"""

import argparse
from pathlib import Path

import nbformat
from browser.lab import Lab, Visit, chromium, picture
from refresh_notebooks import METADATA

IMAGES = Path(__file__).parents[1] / "notebooks" / "images"
WIDGETS = {
    "cards": "Cards",
    "deal": "Deal",
    "hand-value": "HandValue",
    "knock": "Knock",
    "hand-values": "HandValues",
    "draw": "Draw",
    "opponents": "Opponents",
    "knock-now": "KnockNow",
    "laboratory": "Laboratory",
}


def notebook(widget: str) -> nbformat.NotebookNode:
    source = f"from thirtyone.widgets import {widget}\n\n{widget}()"
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)], metadata=METADATA)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", default=[*WIDGETS], help=", ".join(WIDGETS))
    names = parser.parse_args().names
    if unknown := {*names} - {*WIDGETS}:
        parser.error(f"there is no {unknown.pop()}: {', '.join(WIDGETS)}")
    with chromium() as browser, Lab() as lab:
        for name in names:
            nbformat.write(notebook(WIDGETS[name]), lab.root / f"{name}.ipynb")
            visit = Visit(browser, lab, viewport=(1280, 1600), scale=2)
            lab.run(visit.page, f"{name}.ipynb")
            shown = visit.page.locator(".t31")
            shown.wait_for()
            visit.page.wait_for_load_state("networkidle")
            print(picture(shown, IMAGES / f"{name}.png").relative_to(Path.cwd()))
            visit.context.close()


if __name__ == "__main__":
    main()
