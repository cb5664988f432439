"""Generated tables, each with the command that makes it."""
