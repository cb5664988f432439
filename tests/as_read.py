"""What a reader has of a piece of HTML."""

import re


def text(html):
    """The words, without the tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)).replace("\ufe0e", "")
