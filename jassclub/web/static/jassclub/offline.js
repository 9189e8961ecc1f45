// The page for no network lists what this phone can still show: tables, rulings, the rulebook.
const list = document.querySelector("[data-copies]");
for (const name of ["slates", "pages", "rulings", "law"]) {
  if (!("caches" in window) || !await caches.has(name)) continue;
  const cache = await caches.open(name);
  for (const { url } of (await cache.keys()).reverse()) {
    const text = await (await cache.match(url)).text(), { pathname, search } = new URL(url);
    if (name === "slates" && !pathname.startsWith("/games/")) continue;
    const link = Object.assign(document.createElement("a"), { href: pathname + search });
    const title = document.createElement("b");
    title.textContent = new DOMParser().parseFromString(text, "text/html").title;
    link.append(title);
    const row = document.createElement("li");
    row.append(link);
    list.append(row);
  }
}
list.hidden = !list.childElementCount;
