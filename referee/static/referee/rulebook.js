// Finds words in the rulebook without network: the articles in which most of them stand come first.
const form = document.querySelector("[data-narrow]"), input = form.querySelector("input");
const found = document.querySelector("[data-found]"), nothing = document.querySelector("[data-nothing]");
const books = document.querySelectorAll("[data-book]");
const MOST = 8, SHORTEST = 3, STEM = 5;

// "Stöck", "Stoeck" and "stock" are one word; of long words the end may differ.
const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss").replace(/([aou])e/g, "$1");
const stem = (word) => word.slice(0, Math.max(STEM, word.length - 2));
const words = (text) => plain(text).split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= SHORTEST);
const said = (place) => ` ${words(place.textContent).join(" ")} `;
const articles = [...document.querySelectorAll("article")].map((place) => ({
  place, own: document.createComment(""), text: said(place), title: said(place.querySelector("h3 a")) }));
for (const { place, own } of articles) place.before(own);

/** Short words begin one, long ones may stand within: "Bauer" in "Trumpfbauer". */
const holds = (text, word) => text.includes(word.length < STEM ? ` ${word}` : word);

/** What each word that stands in any article weighs: rare ones more. */
function weights() {
  const count = (word) => articles.filter(({ text }) => holds(text, word)).length;
  return [...new Set(words(input.value).map(stem))].map((word) => [word, count(word)])
    .filter(([, many]) => many).map(([word, many]) => [word, Math.log(1 + articles.length / many)]);
}

function narrow() {
  const asked = words(input.value), weighed = weights();
  const whole = weighed.reduce((sum, [, weight]) => sum + weight, 0);
  const share = ({ text, title }) => weighed.reduce((sum, [word, weight]) =>
    sum + weight * (holds(text, word) + holds(title, word) / title.trim().split(" ").length), 0) / whole;
  const best = articles.map((article) => [share(article), article]).filter(([part]) => part >= .5)
    .sort(([one], [other]) => other - one).slice(0, MOST);
  for (const { place, own } of articles) own.after(place);
  found.append(...best.map(([, { place }]) => place));
  for (const book of books) book.hidden = asked.length > 0;
  nothing.hidden = !asked.length || best.length > 0;
}

input.value = new URLSearchParams(location.search).get("q") ?? "";
input.addEventListener("input", narrow);
form.addEventListener("submit", (event) => event.preventDefault());
if (input.value) narrow();
