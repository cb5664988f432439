"""What a reader has of a piece of HTML: its words, and its elements by selectors like CSS's."""

import re
from html.parser import HTMLParser

VOID = {"br", "input", "img", "hr"}
COMPOUND = re.compile(
    r'(?P<tag>^\w+)|\.(?P<cls>[\w-]+)|\[(?P<name>[\w-]+)(?:="(?P<value>[^"]*)")?\]'
)


class Element:
    """An element: its `tag`, its attributes by `[name]`, its `children`, elements and text."""

    def __init__(self, tag, attributes=()):
        self.tag, self.attributes, self.children = tag, dict(attributes), []

    def __getitem__(self, name):
        return self.attributes[name]

    def get(self, name):
        return self.attributes.get(name)

    def __contains__(self, name):
        return name in self.attributes

    @property
    def classes(self):
        return (self.get("class") or "").split()

    @property
    def text(self):
        """The words in it, as they are read: one space between, and glyphs as glyphs."""
        return re.sub(r"\s+", " ", " ".join(self._words())).strip().replace("\ufe0e", "")

    def _words(self):
        for child in self.children:
            yield from [child] if isinstance(child, str) else child._words()

    def _inside(self):
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child._inside()

    def _is(self, compound):
        for part in COMPOUND.finditer(compound):
            tag, cls, name, value = part.group("tag", "cls", "name", "value")
            if (tag and tag != self.tag) or (cls and cls not in self.classes):
                return False
            if name and (name not in self or (value is not None and value != self[name])):
                return False
        return True

    def all(self, selector):
        """The elements inside that a selector means: `".t31-key li"`, `'button[role="option"]'`."""
        found = [self]
        for compound in re.findall(r"(?:\[[^\]]*\]|[^\s\[])+", selector):
            assert re.sub(COMPOUND, "", compound) == "", f"not understood: {compound}"
            inside = [e for outer in found for e in outer._inside() if e._is(compound)]
            found = list({id(e): e for e in inside}.values())
        return found

    def one(self, selector):
        """The only one."""
        (found,) = self.all(selector)
        return found

    def texts(self, selector):
        """The words of each."""
        return [e.text for e in self.all(selector)]


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = [Element("")]

    def handle_starttag(self, tag, attributes):
        element = Element(tag, attributes)
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag):
        assert self.open.pop().tag == tag

    def handle_data(self, data):
        self.open[-1].children.append(data)


def page(html):
    """The element that holds a piece of HTML; a widget's, where a widget is given."""
    reader = _Reader()
    reader.feed(
        html if isinstance(html, str) else html.html if hasattr(html, "html") else str(html)
    )
    reader.close()
    (top,) = reader.open
    return top


def text(html):
    """The words, without the tags."""
    return page(html).text
