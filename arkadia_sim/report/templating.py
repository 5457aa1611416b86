"""How all pages are made from their templates: what a template prints is escaped, unless it was made as markup."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"


def template_environment() -> "Environment":
    """Where templates are found, and how they are read."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def markup_of(name: str) -> Any:
    """A file beside the templates (styles, a script) as it is, to stand in a page."""
    return markup((TEMPLATES / name).read_text(encoding="utf-8"))


def markup(text: str) -> Any:
    """A text that is markup already, all that came from elsewhere being escaped in it."""
    from markupsafe import Markup

    return Markup(text)
