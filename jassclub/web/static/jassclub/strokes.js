// The strokes of a total, drawn on the phone as scoring/slate/drawing.py draws them: a test holds the
// two against each other. Used on slates that nobody but this phone keeps, while hands wait.
const { printed } = await import(document.querySelector("#outbox").src);
const LEFT = 16, RIGHT = 344, TOP = 19, BOTTOM = 88, TALL = 26, PITCH = 10.5, GAP = 13, VEE = 19;
const FIRST_HUNDRED = LEFT + 14, FIRST_TWENTY = LEFT + 44, REST_ROOM = 62;

/** How many of 500, 100, 50 and 20, and the rest. */
function counts(total) {
  let rest = Math.abs(total);
  const found = [500, 100, 50, 20].map((value) => {
    const count = Math.floor(rest / value);
    rest -= count * value;
    return count;
  });
  return [...found, rest];
}

function* shaken(seed, place) {
  let state = 2166136261;
  for (const byte of new TextEncoder().encode(`${seed}/${place}`)) state = Math.imul(state ^ byte, 16777619) >>> 0;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield (state >>> 24) / 127.5 - 1;
  }
}

const rowWidth = (count) => count * PITCH + Math.floor(count / 5) * (GAP - PITCH);

function* row(count, value, from, y, squeeze) {
  const pitch = PITCH * squeeze, gap = GAP * squeeze;
  let x = from;
  for (let index = 0; index < count; index += 1) {
    if (index % 5 === 4) {
      yield [value, [[x - 4 * pitch - 0.4 * pitch, y + TALL * 0.34, x - 0.5 * pitch, y - TALL * 0.34]]];
      x += gap;
    } else {
      yield [value, [[x, y - TALL / 2, x, y + TALL / 2]]];
      x += pitch;
    }
  }
}

function* upperBar(fives, hundreds) {
  const needed = fives * (VEE + GAP) + rowWidth(hundreds);
  const squeeze = Math.min(1, (RIGHT - 14 - FIRST_HUNDRED) / Math.max(needed, 1));
  let x = FIRST_HUNDRED;
  for (let index = 0; index < fives; index += 1) {
    const width = VEE * squeeze, foot = x + width / 2, high = TOP - TALL / 2, low = TOP + TALL / 2;
    yield [500, [[x, high, foot, low], [foot, low, x + width, high]]];
    x += (VEE + GAP) * squeeze;
  }
  yield* row(hundreds, 100, x, TOP, squeeze);
}

function* slant(fifties) {
  const crosses = Math.max(Math.floor((fifties + 1) / 2), 3);
  for (let index = 0; index < fifties; index += 1) {
    const part = 0.3 + 0.5 * ((Math.floor(index / 2) + 0.5) / crosses);
    const x = 338 + (22 - 338) * part, y = TOP + (BOTTOM - TOP) * part, lean = index % 2 ? -11 : 11;
    yield [50, [[x - 11, y - lean, x + 11, y + lean]]];
  }
}

function pull([x1, y1, x2, y2], by, joined) {
  const off = Array.from({ length: 6 }, () => by.next().value), at = (number) => number.toFixed(1);
  const start = joined ? "" : `M${at(x1 + 1.2 * off[0])} ${at(y1 + 1.6 * off[1])}`;
  const bend = `${at((x1 + x2) / 2 + 1.3 * off[2])} ${at((y1 + y2) / 2 + 1.3 * off[3])}`;
  return `${start}Q${bend} ${at(x2 + 1.2 * off[4])} ${at(y2 + 1.6 * off[5])}`;
}

/** The chalk of a total: `[value, path, width]` a mark; `seed` names game and side. */
export function strokes(total, seed) {
  const [fives, hundreds, fifties, twenties] = counts(total), drawn = {};
  const squeeze = Math.min(1, (RIGHT - FIRST_TWENTY - REST_ROOM) / Math.max(rowWidth(twenties), 1));
  const marks = [...upperBar(fives, hundreds), ...slant(fifties), ...row(twenties, 20, FIRST_TWENTY, BOTTOM, squeeze)];
  const found = marks.map(([value, lines]) => {
    drawn[value] = (drawn[value] ?? -1) + 1;
    const place = `${value}/${drawn[value]}`;
    const path = lines.map((line, part) => pull(line, shaken(seed, `${place}/${part}`), part > 0)).join(" ");
    return [value, path, (2.9 + 0.45 * shaken(seed, `${place}/width`).next().value).toFixed(2)];
  });
  if (total >= 0) return found;
  const middle = (TOP + BOTTOM) / 2;
  return [...found, ["-", pull([18, middle, 40, middle], shaken(seed, "minus"), false), "3.2"]];
}

const SVG = "http://www.w3.org/2000/svg";

function made(tag, attributes, text = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

/** Puts the strokes of a total in the place of those that a half of the slate shows. */
function draw(side, total, seed) {
  const svg = side.querySelector("svg"), group = svg.querySelector("g"), rest = counts(total)[4];
  for (const old of svg.querySelectorAll(".chalk, .rest")) old.remove();
  for (const [value, d, width] of strokes(total, seed)) {
    group.append(made("path", { class: "chalk", "data-value": value, d, "stroke-width": width }));
  }
  if (rest) svg.append(made("text", { class: "rest", x: RIGHT - 2, y: BOTTOM - 8 }, rest));
  svg.setAttribute("aria-label", printed(total));
  side.querySelector("strong").textContent = printed(total);
}

/** The file goes through the sheet of the device, where it has one; else it is loaded down. */
async function share(event) {
  const link = event.currentTarget, probe = new File([""], "jass.json", { type: "application/json" });
  if (!navigator.canShare?.({ files: [probe] })) return;
  event.preventDefault();
  try {
    const file = new File([await (await fetch(link.href)).blob()], "jass.json", { type: "application/json" });
    await navigator.share({ files: [file], title: document.title });
  } catch (refusal) {
    if (refusal.name !== "AbortError") location.assign(link.href);
  }
}

const loose = document.querySelector("[data-loose]");
if (loose) {
  loose.querySelector("[data-share]").addEventListener("click", share);
  document.addEventListener("table:totals", ({ detail: { totals, order } }) => {
    // What is drawn, or stands in the sheet, need not be said.
    document.querySelector("[data-running]").hidden = true;
    document.querySelectorAll("[data-sum]").forEach((cell, index) => { cell.textContent = printed(totals[index]); });
    document.querySelectorAll(".slate .side").forEach((side, place) => {
      const index = order[place];
      const shown = side.querySelector("strong").textContent;
      if (shown !== printed(totals[index])) draw(side, totals[index], `${loose.dataset.loose}/${index}`);
    });
  });
}
