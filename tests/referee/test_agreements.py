"""Pages of rulings that rest on an agreement which nobody told, and of articles that were found."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def page_of(address: str) -> str:
    return " ".join(Client().get(address).content.decode().split())


@pytest.mark.parametrize(
    ("address", "headline", "tap"),
    [
        ("praemie/case/?prediction=45&made=45", "abgemacht? Ja: Genau getroffen: Er zieht 10",
         "bonus=yes"),
        ("stoecke/case/?declared=late", "gelten? Ja: Zu spät", "stoeck_counts=yes"),
        ("geberanreiz/case/?predicted=133", "Abstand: Der Geber zieht 12 ab.", "per=two"),
    ],
)  # fmt: skip
def test_a_ruling_says_what_holds_without_and_with_an_agreement(address, headline, tap):
    page = page_of(f"/rules/differenzler.{address}")
    said = page.partition("<h2>")[2].partition("</section>")[0]
    assert headline in said
    assert tap in page.partition('class="said"')[0]


@pytest.mark.parametrize("more", ["bonus=yes", "bonus=no"])
def test_an_agreement_that_was_told_stands_alone(more):
    page = page_of(f"/rules/differenzler.praemie/case/?prediction=45&made=45&{more}")
    assert "Ja:" not in page.partition("<h2>")[2].partition("</h2>")[0]


def test_what_holds_in_general_is_headed_by_the_sentence_that_says_it():
    page = page_of("/rules/stoecke/case/?matter=announce&_rule=1")
    assert "<h2>Gewiesen werden die Stöcke, wenn" in page
    assert "Es kommt darauf an: Wann gewiesen?" in page.partition('class="said"')[2]


def test_an_article_without_cases_opens_with_the_sentence_that_was_found():
    page = page_of("/rules/?q=Swiss+Club+was+zählt+das+Ass+beim+Undenufe")
    assert "/rules/swiss-club.sieben-ansagen/?_at=s6" in page
    shown = page_of("/rules/what-is-jass.weis/?_at=s3")
    assert "<h2>Eine Karte" in shown.partition('<ol class="law">')[0]
    assert 'class="said"' not in page_of("/rules/what-is-jass.weis/?_at=s99")
