"""What every notebook keeps to, so that it reads well and its outputs can be compared.

Strict nbval runs the notebooks themselves and compares each output; a notebook stored without
outputs would have nothing to compare, so the stored form is looked at here.
"""

import ast
import builtins
import re
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest
from refresh_images import WIDGETS
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


COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
HARD = (*COMPREHENSIONS, ast.Lambda, ast.Starred, ast.IfExp, ast.NamedExpr)


@each
def test_the_code_can_be_read_by_who_does_not_program(name):
    """No comprehension, lambda or star; loops only from 05 on, and in folded checks."""
    _, code = prose_and_code(name)
    for cell, tree in zip(code, trees(code), strict=True):
        loops_may_stand = name >= "05" or "source_hidden" in cell.metadata.get("jupyter", {})
        hard = HARD if loops_may_stand else (*HARD, ast.For, ast.While)
        nodes = [node for node in ast.walk(tree) if isinstance(node, hard)]
        nodes += [n for n in ast.walk(tree) if isinstance(n, ast.keyword) and n.arg is None]
        assert nodes == [], cell.source


@each
def test_the_first_cell_says_what_it_is_and_closing_checks_are_folded(name):
    _, code = prose_and_code(name)
    assert code[0].source.startswith("# The tools of this page: run this cell first.\n")
    folded = [cell.metadata.get("jupyter") == {"source_hidden": True} for cell in code]
    assert folded == ["assert " in cell.source for cell in code] and folded[-1]


@each
def test_every_reply_is_written_where_a_knock_is_counted(name):
    """Not left to the default: which opponent it is decides the figure."""
    _, code = prose_and_code(name)
    calls = [n for tree in trees(code) for n in ast.walk(tree) if isinstance(n, ast.Call)]
    asked = ("knock_odds", "knock_lives", "knock_table", "pays_from")
    for call in calls:
        if isinstance(call.func, ast.Name) and call.func.id in asked:
            assert "reply" in [k.arg for k in call.keywords], ast.unparse(call)


@each
def test_the_top_says_what_to_do_on_coming_back(name):
    prose, _ = prose_and_code(name)
    assert "**Coming back later?**" in prose[0] and "Run All Above Selected Cell" in prose[0]


@each
def test_no_explanation_follows_right_below_an_exercise(name):
    """It comes after a picture, below the next heading, or folded."""
    cells = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4).cells
    for cell, below in pairwise(cells):
        if cell.source.startswith("check(") and below.cell_type == "markdown":
            assert not below.source.startswith("**Why"), below.source[:80]


TERMS = {  # the curriculum's word, and the page that names it beside the plain one
    "combinations": "01", "sample space": "01", "tree diagram": "01",
    "conditional probability": "01", "expected value": "02", "complement": "02",
    "binomial": "02", "standard deviation": "02", "standard error": "02",
    "relative frequency": "02", "law of large numbers": "02",
    "independent": "05", "Bayes' rule": "05", "regression to the mean": "07",
}  # fmt: skip


@pytest.mark.parametrize(("term", "page"), TERMS.items())
def test_each_word_of_the_curriculum_is_named_where_its_idea_is_met(term, page):
    pages = [name for name in NAMES if f"*{term}*" in "\n".join(prose_and_code(name)[0])]
    assert pages[0].startswith(page)


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


def test_each_still_is_made_of_the_widget_that_stands_below_it():
    """As it opens there, guesses still to be made."""
    for name in NAMES:
        cells = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4).cells
        for cell, below in pairwise(cells):
            for still in re.findall(r"images/([\w-]+)\.png", cell.source):
                assert below.source == WIDGETS[still]
