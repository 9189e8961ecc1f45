"""Numbers in groups where people read them, digits alone where programs do."""

import pytest
from django.template import Context, Template
from django.template.base import Origin
from django.template.engine import Engine
from django.utils import translation

from jassclub.core.languages import LANGUAGES
from jassclub.web.template_loader import Loader

PAGE = """{% load i18n %}
<b data-total="{{ total }}" id="row{{ total }}" title="{{ total }}"
  {% if total == 1884 %}value="{{ total|default:"x" }}"{% endif %}
  aria-label="{% blocktranslate %}Zusammen {{ total }}{% endblocktranslate %}"
  data-words="{% blocktranslate with n=total %}{{ n }}, bitte{% endblocktranslate %}"
>{{ total }}</b>
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_attributes_that_programs_read_have_digits_alone(language, tmp_path):
    page, engine = tmp_path / "page.html", Engine.get_default()
    page.write_text(PAGE)
    text = Loader(engine).get_contents(Origin(str(page)))
    with translation.override(language):
        told = Template(text, engine=engine).render(Context({"total": 1884}))
    plain = ['data-total="1884"', 'id="row1884"', 'value="1884"']
    read = ['title="1’884"', 'aria-label="Zusammen 1’884"', 'data-words="1’884, bitte"', ">1’884<"]
    assert [part for part in plain + read if part not in told] == []
