"""JupyterLab on this machine alone, and a browser that reads and works in its notebooks."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Locator, Page, sync_playwright

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
BACK_ROW = (1280, 720)  # the projector of a classroom
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)

# What JupyterLab would do by itself: ask for news, write outputs back, draw only what is in view.
# Its theme follows the colour scheme that the page asks for.
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "apputils-extension/themes": {"adaptive-theme": True},
    "docmanager-extension/plugin": {"autosave": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
}
KERNEL = "window.jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel"
FAULTS = """() => window.jupyterapp.shell.currentWidget.content.widgets.flatMap((cell, i) => {
    const model = cell.model;
    if (model.type !== 'code' || !model.sharedModel.getSource().trim()) return [];
    const outputs = model.outputs.toJSON();
    const error = outputs.find(output => output.output_type === 'error');
    if (error) return [`cell ${i}: ${error.ename}: ${error.evalue}`];
    return model.executionCount === null ? [`cell ${i} did not run`] : [];
})"""


class Lab:
    """A JupyterLab server of its own, without anybody's settings, as a context manager."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="thirtyone-lab-"))
        self.root = self.folder / "root"
        self.token = "thirtyone"
        self.copies = count(1)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.url = f"http://127.0.0.1:{free.getsockname()[1]}"

    def __enter__(self) -> "Lab":
        self.root.mkdir()
        for name, setting in SETTINGS.items():
            file = self.folder / "settings/@jupyterlab" / f"{name}.jupyterlab-settings"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(setting))
        own = {
            "IPYTHONDIR": "ipython",
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        }
        self.log = (self.folder / "lab.log").open("w+")
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
                f"--ServerApp.ip={self.url.removeprefix('http://').partition(':')[0]}",
                f"--ServerApp.port={self.url.rpartition(':')[2]}",
                "--ServerApp.port_retries=0",
                f"--ServerApp.root_dir={self.root}",
                f"--IdentityProvider.token={self.token}",
                "--LabApp.expose_app_in_browser=True",
                "--LabApp.news_url=None",
                "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            ],
            env=os.environ | {name: str(self.folder / path) for name, path in own.items()},
            stdout=self.log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        end = time.monotonic() + 60
        while time.monotonic() < end and self.process.poll() is None:
            try:
                self.ask("GET", "status")
                return self
            except OSError:
                time.sleep(0.2)
        log = (self.folder / "lab.log").read_text()
        self.__exit__()
        raise RuntimeError(f"JupyterLab did not start:\n{log[-4000:]}")

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)  # the group that was started here
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder)

    def ask(self, method: str, path: str) -> bytes:
        """Call the server's interface."""
        headers = {"Authorization": f"token {self.token}"}
        request = Request(f"{self.url}/api/{path}", method=method, headers=headers)
        with urlopen(request, timeout=5) as answer:
            return answer.read()

    def copy(self, source: Path) -> str:
        """Copy a folder of notebooks to a new one on the server; its path there."""
        name = f"copy-{next(self.copies)}"
        shutil.copytree(source, self.root / name, ignore=shutil.ignore_patterns(".*"))
        return name

    def end_kernels(self) -> None:
        """Else the next page of a notebook would join the old kernel, with its old state."""
        for session in json.loads(self.ask("GET", "sessions")):
            self.ask("DELETE", f"sessions/{session['id']}")

    def run(self, page: Page, path: str) -> None:
        """Open a notebook of the server in the page and run all its cells: none may fail."""
        page.goto(f"{self.url}/lab/tree/{path}?token={self.token}&reset")
        page.wait_for_function("() => window.jupyterapp")
        page.evaluate("() => window.jupyterapp.restored")
        page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        self.wait_for_kernel(page)
        ran = page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
        self.wait_for_kernel(page)
        faults = page.evaluate(FAULTS)
        assert ran and not faults, f"{path}: {'; '.join(faults) or 'a cell failed'}"

    @staticmethod
    def wait_for_kernel(page: Page) -> None:
        """Wait until the kernel of the page's notebook has nothing left to do."""
        page.wait_for_function(f"() => {KERNEL}?.status === 'idle'", timeout=120_000)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Chromium as the system has it, with every name but this machine's left unresolved."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            ],
        )
        yield browser
        browser.close()


class Visit:
    """A page of its own in JupyterLab's "light" or "dark" theme, and what went wrong in it."""

    def __init__(
        self,
        browser: Browser,
        lab: Lab,
        *,
        viewport: tuple[int, int] = BACK_ROW,
        scheme: str = "light",
        scale: float = 1,
    ) -> None:
        width, height = viewport
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            device_scale_factor=scale,
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(30_000)
        self.page = self.context.new_page()
        self.outside: set[str] = set()
        self.errors: list[str] = []
        local = (lab.url, lab.url.replace("http", "ws", 1), "data:", "blob:")

        def note(address: str) -> None:
            if not address.startswith(local):
                self.outside.add(address)

        self.context.on("request", lambda request: note(request.url))
        self.page.on("websocket", lambda socket: note(socket.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))


def picture(element: Locator, file: Path) -> Path:
    """A still of one element as it looks on the page."""
    file.parent.mkdir(parents=True, exist_ok=True)
    element.scroll_into_view_if_needed()
    element.screenshot(path=file, animations="disabled", caret="hide")
    return file
