// What differs from the book, while it is being changed. The page lists what is saved without this.
const form = document.querySelector("[data-house-rules]");
const list = document.querySelector("[data-differ]");
const same = document.querySelector("[data-same]");

const fields = (setting) =>
  [...setting.querySelectorAll("select, input:not([type=hidden])")];

const standing = (setting) =>
  fields(setting).filter(({ type, checked }) => type !== "checkbox" || checked);

function words(setting) {
  const said = standing(setting).map((field) => {
    if (field.tagName === "SELECT") return field.selectedOptions[0].textContent;
    if (field.type === "checkbox") return field.parentElement.textContent.trim();
    const name = field.parentElement.tagName === "LABEL" ? `${field.parentElement.textContent.trim()} ×` : "";
    return name + field.value.trim();
  });
  return said.join(", ") || "–";
}

function line(setting) {
  const { title, bookWords, article } = setting.dataset;
  const item = document.createElement("li");
  const name = document.createElement("b");
  name.textContent = title;
  const where = article ? ` (${article})` : "";
  item.append(name, ` ${list.dataset.ours}: ${words(setting)} · ${list.dataset.book}: ${bookWords}${where}`);
  return item;
}

function show() {
  const ours = [...form.querySelectorAll("[data-setting]")].filter((setting) => {
    const values = standing(setting).map(({ value }) => value.trim());
    const differs = values.join(",") !== setting.dataset.book;
    setting.classList.toggle("ours", differs);
    return differs;
  });
  list.replaceChildren(...ours.map(line));
  same.hidden = ours.length > 0;
}

form.addEventListener("input", show);
show();
