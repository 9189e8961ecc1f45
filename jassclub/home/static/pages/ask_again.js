// A page about something that a worker is at asks for itself until that is done.
const EVERY = 3000;

async function ask() {
  const shown = document.getElementById("asked");
  try {
    const answer = await fetch(location.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = page.getElementById("asked");
    if (now && now.innerHTML !== shown.innerHTML) shown.replaceWith(now);
  } catch {
    // Without network what is shown stays, and it asks again.
  }
  if (document.querySelector("#asked[data-waiting]")) setTimeout(ask, EVERY);
}

if (document.querySelector("#asked[data-waiting]")) setTimeout(ask, EVERY);
