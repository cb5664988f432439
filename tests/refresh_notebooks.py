"""Run the notebooks and store them, with their outputs, in one canonical form.

    python tests/refresh_notebooks.py             run all of notebooks/ and rewrite them
    python tests/refresh_notebooks.py 01 04       only those whose names begin so
    python tests/refresh_notebooks.py --check     run nothing, only say which are not canonical

Two runs give the same bytes, so that a change in git is a change in what the reader sees.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

from thirtyone.widgets.parts.still import PICTURE, PLACE

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
WIDGET = "application/vnd.jupyter.widget-view+json"  # its ids are random; its text form stays
PLACES = PLACE, PICTURE  # of what a page keeps of a widget and a figure, which is not kept here


def run(path: Path) -> NotebookNode:
    """The notebook with fresh outputs, run as a first reader would: nothing else lies beside it."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        hidden = shutil.ignore_patterns(".*")
        shutil.copytree(path.parent, folder, ignore=hidden, dirs_exist_ok=True)
        NotebookClient(
            notebook,
            kernel_name="python3",
            timeout=120,
            store_widget_state=False,
            resources={"metadata": {"path": folder}},
        ).execute()
    return notebook


def canonical(notebook: NotebookNode) -> str:
    """The notebook's file: cells numbered in order, nothing that differs from run to run."""
    notebook.metadata = nbformat.from_dict(METADATA)
    executions = 0
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number:02}"
        cell.metadata = nbformat.from_dict(
            {key: cell.metadata[key] for key in ("jupyter", "tags") if key in cell.metadata}
        )
        if cell.cell_type != "code":
            continue
        executions += 1
        cell.execution_count = executions
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = executions
            if "metadata" in output:
                output.metadata = nbformat.from_dict({})
            if "data" in output:
                output.data.pop(WIDGET, None)
                for place in PLACES:
                    if output.data.get("text/html", "").startswith(place.removesuffix("</div>")):
                        output.data["text/html"] = place
    return nbformat.writes(notebook, version=4) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="run nothing, change nothing")
    parser.add_argument("names", nargs="*", default=[""], help="how the names begin")
    options = parser.parse_args()
    os.environ["TQDM_DISABLE"] = "1"  # a slow run would leave its progress bar among the outputs
    paths = sorted(p for p in NOTEBOOKS.glob("*.ipynb") if p.name.startswith(tuple(options.names)))
    stale = 0
    for path in paths:
        text = canonical(nbformat.read(path, as_version=4) if options.check else run(path))
        if text == path.read_text(encoding="utf-8"):
            continue
        if options.check:
            stale += 1
            print(f"{path.name} is not canonical; run: python tests/refresh_notebooks.py")
        else:
            path.write_text(text, encoding="utf-8")
            print(f"{path.name} rewritten")
    print(f"{len(paths)} notebooks, {stale} not canonical")
    return 1 if stale or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
