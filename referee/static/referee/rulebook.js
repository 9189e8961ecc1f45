// Finds words in the rulebook without network: articles in which all of them stand.
const form = document.querySelector("[data-narrow]"), input = form.querySelector("input");
const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
const articles = [...document.querySelectorAll("article")].map((place) => ({ place, text: plain(place.textContent) }));
const shown = ({ place }) => !place.hidden;

function narrow() {
  const words = plain(input.value).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  for (const { place, text } of articles) place.hidden = !words.every((word) => text.includes(word));
  for (const book of document.querySelectorAll("[data-book]")) book.hidden = !book.querySelector("article:not([hidden])");
  document.querySelector("[data-nothing]").hidden = articles.some(shown);
}

form.hidden = false;
input.value = new URLSearchParams(location.search).get("q") ?? "";
input.addEventListener("input", narrow);
form.addEventListener("submit", (event) => event.preventDefault());
if (input.value) narrow();
