// The end of a game, or somebody's season, to pass on: a picture, drawn on this device, and a text. Nothing of it is sent to
// the service. Names stand in it only where somebody asks for them.
const { printed } = await import(document.querySelector("#outbox").src);
const WIDE = 1080, TALL = 1350, EDGE = 80;
const box = document.querySelector("[data-share]");
const told = JSON.parse(document.querySelector("#told-game").textContent);
const canvas = box.querySelector("canvas"), named = box.querySelector("[name=names]"), pen = canvas.getContext("2d");
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const called = (side) => (named.checked ? side.name : side.plain);

/** All of it as lines of text; the first says what it is about. */
export function lines() {
  if (told.figures) {
    const heading = named.checked ? `${told.name}, ${told.day}` : told.day;
    return [heading, ...told.figures.map(([figure, words]) => `${words}: ${figure}`)];
  }
  const sides = told.sides.map((side) => `${called(side)}: ${printed(side.total)}`);
  const moments = told.moments.map(({ title, who, figure, hands }) => {
    const words = [title, named.checked && who, figure, hands];
    return words.filter(Boolean).join(" · ");
  });
  return [`${told.rules}, ${told.day}`, ...sides, told.margin, ...moments].filter(Boolean);
}

function write(words, x, y, size, { fill = "chalk", weight = 400, align = "left", room = WIDE - 2 * EDGE } = {}) {
  pen.fillStyle = colour(fill);
  pen.textAlign = align;
  for (let high = size; ; high -= 2) {
    pen.font = `${weight} ${high}px system-ui, sans-serif`;
    if (high < 24 || pen.measureText(words).width <= room) break;
  }
  pen.fillText(words, x, y);
}

function slate() {
  pen.fillStyle = colour("wood");
  pen.fillRect(0, 0, WIDE, TALL);
  pen.fillStyle = colour("slate");
  pen.fillRect(28, 28, WIDE - 56, TALL - 56);
}

function course(top, base) {
  const all = told.sides.flatMap(({ running }) => running);
  const low = Math.min(0, ...all), high = Math.max(1, told.target, ...all);
  const y = (total) => base - ((total - low) / (high - low)) * (base - top);
  for (const { running, won } of told.sides) {
    pen.beginPath();
    [0, ...running].forEach((total, hand) => pen.lineTo(EDGE + ((WIDE - 2 * EDGE) * hand) / running.length, y(total)));
    pen.lineWidth = won ? 9 : 5;
    pen.lineJoin = "round";
    pen.setLineDash(won ? [] : [18, 14]);
    pen.strokeStyle = colour(won ? "chalk" : "chalk-dim");
    pen.stroke();
  }
  pen.setLineDash([]);
  pen.strokeStyle = colour("zed");
  pen.lineWidth = 4;
  pen.strokeRect(EDGE, y(0), WIDE - 2 * EDGE, 0);
}

/** The first figure as large as the picture holds it, the others two by two below a line of chalk. */
function season() {
  slate();
  write(named.checked ? told.name : told.day, EDGE, 150, 60, { weight: 700 });
  write(named.checked ? told.day : told.rules, EDGE, 212, 38, { fill: "chalk-dim" });
  const [[hero, meant], ...others] = told.figures;
  write(hero, EDGE, 470, 250, { weight: 800 });
  write(meant, EDGE, 545, 48, { fill: "chalk-dim" });
  pen.strokeStyle = colour("zed");
  pen.lineWidth = 6;
  pen.beginPath();
  [[EDGE, 600], [WIDE - EDGE, 600], [EDGE, 640], [WIDE - EDGE, 640]].forEach(([x, y]) => pen.lineTo(x, y));
  pen.stroke();
  const shown = others.slice(0, 8), step = Math.min(170, 600 / Math.ceil(shown.length / 2));
  shown.forEach(([figure, words], at) => {
    const x = at % 2 ? WIDE / 2 + 20 : EDGE, y = 660 + step * (Math.floor(at / 2) + 0.6);
    write(figure, x, y, step * 0.5, { weight: 700, room: 420 });
    write(words, x, y + 42, 34, { fill: "chalk-dim", room: 420 });
  });
  write("Jassclub", WIDE - EDGE, TALL - 56, 32, { fill: "chalk-dim", align: "right" });
}

function draw() {
  if (told.figures) return season();
  slate();
  write(told.rules, EDGE, 130, 46, { fill: "chalk-dim" });
  write(told.day, EDGE, 190, 38, { fill: "chalk-dim" });
  const step = Math.min(130, 520 / told.sides.length);
  told.sides.forEach((side, row) => {
    const y = 250 + step * (row + 0.75), weight = side.won ? 700 : 400;
    write(called(side), EDGE, y, step * 0.46, { weight, room: 620 });
    write(printed(side.total), WIDE - EDGE, y, step * 0.8, { weight: 700, align: "right", room: 300 });
  });
  const top = 250 + step * told.sides.length + 90, last = lines().slice(1 + told.sides.length).slice(0, 4);
  course(top, TALL - 140 - last.length * 56);
  last.forEach((words, row) => write(words, EDGE, TALL - 130 - (last.length - 1 - row) * 56, 40));
  write("Jassclub", WIDE - EDGE, TALL - 64, 32, { fill: "chalk-dim", align: "right" });
}

function keep(blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = "jass.png";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function picture() {
  const blob = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  const files = [new File([blob], "jass.png", { type: "image/png" })];
  if (!navigator.canShare?.({ files })) return keep(blob);
  return navigator.share({ files });
}

async function text(button) {
  const words = lines().join("\n");
  if (navigator.share) return navigator.share({ text: words });
  const field = box.querySelector("textarea");
  field.value = words;
  field.hidden = false;
  field.select();
  await navigator.clipboard?.writeText(words);
  button.textContent = navigator.clipboard ? button.dataset.done : button.textContent;
}

box.hidden = false;
named.addEventListener("change", draw);
// Who closes the sheet of his device has shared nothing, and that is no fault.
for (const [name, act] of [["picture", picture], ["text", text]]) {
  const button = box.querySelector(`[data-${name}]`);
  button.addEventListener("click", () => { act(button).catch(() => {}); });
}
draw();
