"""A widget as it is in a notebook: a page sends it actions, and what it shows is seen or not."""


class Page:
    """The page that shows a widget, and the notebook's loop, which runs nothing by itself."""

    def __init__(self, widget):
        self.widget, self.due, self.number = widget, [], 0
        widget.loop = self

    def call_soon_threadsafe(self, call, *arguments):
        self.due.append((call, arguments))

    def send(self, action):
        """Click or type something; it is answered."""
        self.number += 1
        self.widget._handle_custom_msg({"action": action, "number": self.number}, [])
        assert self.widget.answered == self.number

    def see(self, renders=None):
        """See what is shown now, or an older rendering; then the loop has its turn."""
        seen = self.widget.renders if renders is None else renders
        self.widget._handle_custom_msg({"seen": seen}, [])
        due, self.due = self.due, []
        for call, arguments in due:
            call(*arguments)
