"""What every notebook keeps to, so that it reads well and its outputs can be compared.

Strict nbval runs the notebooks themselves and compares each output; a notebook stored without
outputs would have nothing to compare, so the stored form is looked at here.
"""

import ast
import builtins
import re
from pathlib import Path

import nbformat
import pytest
from refresh_notebooks import canonical

FOLDER = Path(__file__).parents[2] / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))


def prose_and_code(name):
    cells = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4).cells
    return (
        [cell.source for cell in cells if cell.cell_type == "markdown"],
        [cell for cell in cells if cell.cell_type == "code"],
    )


def words(texts):
    return sum(len(re.findall(r"\w+", text)) for text in texts)


def trees(code):
    return [ast.parse(cell.source) for cell in code]


each = pytest.mark.parametrize("name", NAMES)


def test_the_course_up_to_the_knock_is_there():
    assert NAMES[:6] == [
        "00-start-here",
        "01-what-is-a-hand-worth",
        "02-what-hands-to-expect",
        "03-draw-or-take",
        "04-does-knocking-pay",
        "05-more-players",
    ]


def test_nothing_lies_beside_the_notebooks_that_would_change_what_they_show():
    guesses = FOLDER / ".thirtyone-predictions.json"
    assert not guesses.exists(), f"move {guesses} away: the notebooks would show its guesses"


@each
def test_the_stored_form_is_canonical(name):
    path = FOLDER / f"{name}.ipynb"
    assert canonical(nbformat.read(path, as_version=4)) == path.read_text(encoding="utf-8"), (
        "run: python tests/refresh_notebooks.py"
    )


@each
def test_every_code_cell_was_run_in_order_and_none_failed(name):
    _, code = prose_and_code(name)
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert not [out for cell in code for out in cell.outputs if out.output_type == "error"]
    assert not [out for cell in code for out in cell.outputs if out.get("name") == "stderr"]


@each
def test_code_cells_are_short_and_define_nothing(name):
    _, code = prose_and_code(name)
    assert not [cell.source for cell in code if len(cell.source.splitlines()) > 10]
    nodes = [node for tree in trees(code) for node in ast.walk(tree)]
    defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    assert not [node.name for node in nodes if isinstance(node, defined)]
    assert not [n for n in nodes if isinstance(n, ast.Assign) and isinstance(n.value, ast.Lambda)]


@each
def test_imports_stand_in_the_first_code_cell_alone(name):
    _, code = prose_and_code(name)
    imported = [
        any(isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(tree))
        for tree in trees(code)
    ]
    assert imported == [True] + [False] * (len(code) - 1)


@each
def test_every_name_is_known_where_it_is_used_and_none_is_redefined(name):
    _, code = prose_and_code(name)
    known = {*vars(builtins), "display"}
    bound = set()
    for tree in trees(code):
        nodes = list(ast.walk(tree))
        loops = [n for n in nodes if isinstance(n, ast.For | ast.comprehension)]
        passing = {n.id for loop in loops for n in ast.walk(loop.target) if isinstance(n, ast.Name)}
        passing |= {n.arg for n in nodes if isinstance(n, ast.arg)}
        imported = [n for n in nodes if isinstance(n, ast.Import | ast.ImportFrom)]
        new = {alias.asname or alias.name for node in imported for alias in node.names}
        names = [n for n in nodes if isinstance(n, ast.Name)]
        new |= {n.id for n in names if isinstance(n.ctx, ast.Store)}
        assert {n.id for n in names if isinstance(n.ctx, ast.Load)} <= known | new | passing
        assert (new - passing) & bound == set()
        known |= new
        bound |= new - passing


@each
def test_the_second_line_says_what_one_must_know(name):
    prose, _ = prose_and_code(name)
    title, second = [line for line in prose[0].splitlines() if line.strip()][:2]
    assert title.startswith("# ")
    assert re.search(r"\b(know|nothing)\b", second, re.IGNORECASE), second


@each
def test_there_is_more_prose_than_code_and_not_too_much(name):
    prose, code = prose_and_code(name)
    assert words(cell.source for cell in code) < words(prose) <= 1500


@each
def test_what_the_prose_points_to_exists(name):
    prose, _ = prose_and_code(name)
    targets = re.findall(r"\]\(([^)#\s]+)", "\n".join(prose))
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (FOLDER / target).exists()] == []
    assert [text for text in re.findall(r"!\[([^]]*)\]", "\n".join(prose)) if not text] == []
