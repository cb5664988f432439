"""The house is built in storeys: a module stands on those listed above it, and on no others."""

import ast
import io
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "thirtyone"
ENGINE = ["data", "checks", "deck", "dist", "rulebook", "rules", "hands", "draws", "scoring"]
ENGINE += ["replies", "deals", "knock", "knock_table", "game", "rounds", "match", "strategies"]
ENGINE += ["simulation", "waiting", "marks", "files", "answers", "guesses", "exercises"]
ORDER = [*ENGINE, "plots", "widgets"]
APART = ["__init__", "__main__", "a program of data"]
DRAWING = {"anywidget", "htpy", "IPython", "ipywidgets", "plotly"}
SLOW_TO_IMPORT = ["importlib.metadata", "scipy", *sorted(DRAWING)]


FILES = sorted(PACKAGE.rglob("*.py"))


def module(path):
    """The module of a file, or the subpackage it belongs to."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    program = parts[0] == "data" and parts[1:] != ("__init__",)
    return "a program of data" if program else parts[0]


def imports(source):
    """Every module that a source imports, at its head or inside a function, by its full name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: imports are written out from thirtyone"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def faults(name, source):
    """What a module imports that stands beside or above it, and, in the engine, what draws."""
    found = set()
    for imported in imports(source):
        top, _, below = imported.partition(".")
        storey = below.partition(".")[0]
        if top == "thirtyone" and storey in ORDER[ORDER.index(name) :] and storey != name:
            found.add(f"thirtyone.{storey}")
        if top == "thirtyone" and storey in APART:
            found.add(f"thirtyone.{storey}")
        if top in DRAWING and name in ENGINE:
            found.add(top)
    return found


def test_every_module_has_its_place_in_the_order():
    assert {module(path) for path in FILES} == {*ORDER, *APART}


@pytest.mark.parametrize("name", ORDER)
def test_a_module_imports_only_modules_above_it(name):
    sources = [path.read_text() for path in FILES if module(path) == name]
    assert set().union(*(faults(name, source) for source in sources)) == set()


@pytest.mark.parametrize(
    ("name", "source", "found"),
    [
        ("dist", "from thirtyone.deck import Card", set()),
        ("deck", "from thirtyone.dist import Dist", {"thirtyone.dist"}),
        ("deck", "from thirtyone import dist", {"thirtyone.dist"}),
        ("hands", "def f():\n    import thirtyone.plots", {"thirtyone.plots"}),
        ("dist", "def f():\n    from IPython.display import HTML", {"IPython"}),
        ("knock", "import plotly.graph_objects as go", {"plotly"}),
        ("plots", "import plotly.graph_objects as go\nfrom thirtyone.knock import x", set()),
        ("plots", "from thirtyone.widgets import Knock", {"thirtyone.widgets"}),
        ("widgets", "from thirtyone.widgets.cards import Cards", set()),
        ("widgets", "from thirtyone.__main__ import main", {"thirtyone.__main__"}),
    ],
)
def test_the_wall_itself(name, source, found):
    assert faults(name, source) == found


def test_the_engines_public_face_imports_nothing_that_draws_or_is_slow():
    face = (PACKAGE / "__init__.py").read_text()
    assert not DRAWING & {name.partition(".")[0] for name in imports(face)}
    code = f"import sys, thirtyone; print(*(n for n in {SLOW_TO_IMPORT} if n in sys.modules))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == "\n"


DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)


def code_lines(source):
    """The lines that hold code: no blanks, comments or docstrings."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    quiet = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    lines = {
        line
        for token in tokens
        if token.type not in quiet | {tokenize.ENDMARKER}
        for line in range(token.start[0], token.end[0] + 1)
    }
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node):
            lines -= set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    return len(lines)


def test_what_counts_as_a_line_of_code():
    source = '"""Doc."""\n\nx = 1  # why\n# no\ny = """a\nb"""\n\n\ndef f():\n    """D\n    d."""\n'
    assert code_lines(source + "    return 1\n") == 5


@pytest.mark.parametrize(
    ("first", "last", "limit"),
    [("checks", "knock_table", 1750), ("game", "marks", 2700), ("widgets", "widgets", 3700)],
)
def test_compact_is_a_promise(first, last, limit):
    part = ORDER[ORDER.index(first) : ORDER.index(last) + 1]
    sources = [path.read_text(encoding="utf-8") for path in FILES if module(path) in part]
    assert sum(map(code_lines, sources)) <= limit
