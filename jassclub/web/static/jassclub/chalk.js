// The hand in the making as strokes on a slate, in place of the digits. Loaded by entry.js where a
// phone asks for it.
const STROKES = [100, 50, 20], SHAKE = [1, -1.5, .5, -.5, 1.5];

function chalk(count, value) {
  /* Strokes as they are drawn on a slate: upright ones, the fifth across; fifties lie on the slant,
     every second one crosses the first. */
  const pulls = Array.from({ length: count }, (_none, at) => {
    const x = 9 + at * 9, off = SHAKE[at % 5];
    if (value === 50) return `M${x} ${(at % 2 ? 34 : 6) + off}L${x + 14} ${at % 2 ? 6 : 34}`;
    return at % 5 === 4 ? `M${x - 38} 28L${x - 4} ${12 + off}` : `M${x + off} 5L${x - off} 35`;
  });
  return `<svg viewBox="0 0 64 40" aria-hidden="true"><path class="chalk" d="${pulls.join("")}"/></svg>`;
}

class Strokes {
  /* The hand in the making as it stands on a slate: a tap into a line draws its stroke, a tap on the
     strokes takes one back. The number in the field above always is what is drawn. */
  constructor(form, sum, pad) {
    Object.assign(this, { form, sum, pad });
    this.face = form.querySelector("#strokes");
    this.drawn = sum.inputs.map(() => ({ 100: 0, 50: 0, 20: 0 }));
    this.halves = sum.inputs.map((input, side) => this.half(input, side));
    this.face.append(...this.halves);
    for (const sign of ["input", "change"]) form.addEventListener(sign, () => this.show());
    this.show();
  }

  half(input, side) {
    const half = Object.assign(document.createElement("div"), { className: "half" });
    const { more, less, rest } = this.face.dataset, { name } = input.dataset;
    const add = (className, words, value, press) => {
      const button = Object.assign(document.createElement("button"), { type: "button", className, textContent: className.startsWith("free") ? value : "", ariaLabel: words.replace("{name}", name).replace("{value}", value) });
      button.addEventListener("click", press);
      half.append(button);
    };
    for (const value of STROKES) {
      add(`stands at${value}`, less, value, () => this.draw(side, value, this.drawn[side][value] && input.value ? -1 : 1));
      add(`free at${value}`, more, value, () => this.draw(side, value, 1));
    }
    add("rest", rest, "", () => this.rest(input));
    return half;
  }

  rest(input) {
    this.pad.choose(input);
    input.classList.remove("full");
    this.form.dispatchEvent(new Event("digits"));
  }

  draw(side, value, sign) {
    const input = this.sum.inputs[side];
    if (!input.value) this.drawn[side] = { 100: 0, 50: 0, 20: 0 };
    this.drawn[side][value] += sign;
    const points = Number(input.value) + sign * value;
    if (this.made(side)) input.dataset.strokes = this.made(side);
    else delete input.dataset.strokes;
    input.value = points || "";
    this.pad.choose(input);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  made(side) { return STROKES.reduce((sum, value) => sum + value * this.drawn[side][value], 0); }

  /* What was tapped stays as it was drawn; a number that was typed is drawn as anybody would. */
  follow(side, points) {
    const { dataset } = this.sum.inputs[side], rest = points - this.made(side);
    if (dataset.strokes && rest >= 0 && rest < 100) return;
    delete dataset.strokes;
    const [hundreds, left] = [Math.floor(points / 100), points % 100];
    this.drawn[side] = { 100: hundreds, 50: Math.floor(left / 50), 20: Math.floor((left % 50) / 20) };
  }

  show() {
    this.sum.inputs.forEach((input, side) => {
      const points = Math.max(0, Number(input.value || input.placeholder) || 0), half = this.halves[side];
      this.follow(side, points);
      half.classList.toggle("derived", !input.value);
      for (const value of STROKES) half.querySelector(`.stands.at${value}`).innerHTML = chalk(this.drawn[side][value], value);
      half.querySelector(".rest").textContent = points - this.made(side) || "";
    });
  }
}

/** Its looks first, so that nothing moves; a form that has its slate keeps it. */
export async function draw(form, sum, pad) {
  const face = form.querySelector("#strokes"), { looks } = face.dataset;
  const sheet = document.head.querySelector(`link[href="${looks}"]`);
  if (!sheet) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: looks });
    document.head.append(link);
    await new Promise((done, failed) => Object.assign(link, { onload: done, onerror: failed }));
  }
  if (!face.querySelector(".half")) new Strokes(form, sum, pad);
  document.dispatchEvent(new Event("drawn"));
}
