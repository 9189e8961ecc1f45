"""Real touches on a form: what was hit, and whether it moved between touch and click."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import CDPSession, Page

HOLD = 60
"""Milliseconds that a thumb stays on the glass."""

CONTROLS = ".pen :is(label:has(> :is([type=radio], [type=checkbox])), button, [data-pad], summary)"

PROBE = """controls => {
    let number = 0
    for (const one of document.querySelectorAll(controls)) {
        number += 1
        if (one.checkVisibility({visibilityProperty: true})) one.dataset.probe ??= `no ${number}`
    }
    if (!window.probed) {
        window.probed = {}
        document.addEventListener('click', event => {
            const hit = event.target.closest('[data-probe]')
            const box = hit?.getBoundingClientRect()
            const at = box && [box.x, box.y, box.width, box.height].join()
            // A label hands its click on to its field: the first one is the finger's.
            const what = hit?.dataset.probe ?? event.target.outerHTML.slice(0, 80)
            window.probed.clicks?.push({hit: what, at})
        }, true)
        document.addEventListener('submit', event => {
            event.preventDefault()
            event.stopImmediatePropagation()
        }, true)
        document.addEventListener('click', event => {
            if (event.target.closest('a')) event.preventDefault()
        }, true)
    }
    return [...document.querySelectorAll('[data-probe]')]
        .filter(one => one.checkVisibility({visibilityProperty: true}))
        .map(one => one.dataset.probe)
}"""

AIM = """probe => {
    const one = document.querySelector(`[data-probe="${probe}"]`)
    one.scrollIntoView({block: 'nearest', behavior: 'instant'})
    const box = one.getBoundingClientRect()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const hit = document.elementFromPoint(x, y)?.closest('[data-probe]')?.dataset.probe
    window.probed.clicks = []
    const words = one.textContent.trim() || one.ariaLabel || one.name || one.className
    return {x, y, hit, at: [box.x, box.y, box.width, box.height].join(), words}
}"""

CLICKS = """async () => {
    for (let wait = 0; wait < 500 && !window.probed.clicks.length; wait += 1)
        await new Promise(done => setTimeout(done, 10))
    return window.probed.clicks
}"""


_lines: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()


@dataclass
class Finger:
    """A finger on one page."""

    page: Page
    line: CDPSession

    @classmethod
    def on(cls, page: Page) -> Finger:
        """One that has not touched yet."""
        if page not in _lines:
            _lines[page] = page.context.new_cdp_session(page)
        return cls(page, _lines[page])

    def controls(self) -> list[str]:
        """Everything of the form in sight that can be touched, in its order."""
        return list(self.page.evaluate(PROBE, CONTROLS))

    def touch(self, probe: str) -> str:
        """Touch a control; what went wrong, empty where it alone was hit and stood still."""
        aim: dict[str, Any] = self.page.evaluate(AIM, probe)
        where = f"«{aim['words']}»"
        if aim["hit"] != probe:
            return f"{where} lies below {aim['hit']}"
        point = [{"x": aim["x"], "y": aim["y"]}]
        self.line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
        time.sleep(HOLD / 1000)
        self.line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        clicks = self.page.evaluate(CLICKS)
        if not clicks:
            return f"{where} was touched, no click came"
        hits = {click["hit"] for click in clicks}
        if hits != {probe}:
            return f"{where} was touched, {hits} hit"
        moved = clicks[0]["at"] != aim["at"]
        return f"{where} moved from {aim['at']} to {clicks[0]['at']}" if moved else ""
