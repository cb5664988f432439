"""Make the stills of the widgets that the notebooks and the README show.

    python tests/refresh_images.py            all of notebooks/images/
    python tests/refresh_images.py knock      only this one

Each is what the widget opens on in its notebook, before any guess: so none shows an answer. In
JupyterLab's light theme, at twice the size for sharp screens.
Needs Chromium, as the browser tests do.
"""

import argparse
from pathlib import Path

import nbformat
from browser.lab import Lab, Visit, chromium, picture
from refresh_notebooks import METADATA

IMAGES = Path(__file__).parents[1] / "notebooks" / "images"
WIDGETS = {
    "cards": "Cards()",
    "deal": "Deal()",
    "hand-value": "HandValue()",
    "knock": 'Knock("KH 8H 2C", "5D", reply="mean", predict="04-upcard")',
    "hand-values": 'HandValues(line=14, predict="02-below-mean")',
    "draw": 'Draw("KS QS 4D", "2S", predict="03-mean")',
    "opponents": 'Opponents("KH 8H 2C", "5D", predict="05-two-opponents")',
    "knock-now": 'KnockNow("KH 9H 2C", "5D", predict="06-wait")',
    "laboratory": 'Laboratory(["always 18", "best marks"], predict="07-ahead")',
}


def notebook(widget: str) -> nbformat.NotebookNode:
    source = f"from thirtyone.widgets import {widget.partition('(')[0]}\n\n{widget}"
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
