// Tables call the referee. On every open page of a phone that has shown the referee's page, or the way to it, a call
// makes itself heard, felt and seen: the page is asked every few seconds whether anything is new.
// At the table, who called sees that somebody comes.
const HERE = 5_000, ELSEWHERE = 15_000;
const { home, who } = document.querySelector("#ring")?.dataset ?? {};
const here = Boolean(document.querySelector("[data-calls]"));
const { title } = document;
let etag = "", timer, audio;

function hear() {
  if (!audio) {
    try { audio = new AudioContext(); } catch { return; }
  }
  audio.resume();
}

function silent() {
  for (const hint of document.querySelectorAll("[data-silent]")) hint.hidden = audio?.state === "running";
}

function sound() {
  if (audio?.state !== "running") return;
  for (const [at, pitch] of [[0, 880], [.25, 660], [.5, 880], [.75, 660]]) {
    const tone = new OscillatorNode(audio, { frequency: pitch });
    const loud = new GainNode(audio, { gain: .3 });
    tone.connect(loud).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + .2);
  }
}

function ring() {
  const calls = document.querySelectorAll("[data-rings]");
  document.title = calls.length ? `🔔 ${calls[0].querySelector("b").textContent}` : title;
  if (!calls.length) return;
  sound();
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([300, 150, 300, 150, 600]);
}

/** What is new: in its place on the referee's page; a page with calls of its own (data-scope)
 *  brings them up to date itself; on others what rings, above everything else. */
function take(page) {
  const fresh = page.querySelector("[data-calls]"), place = document.querySelector("[data-calls]");
  const cases = document.querySelector("[data-cases]");
  if (cases) cases.replaceChildren(...page.querySelector("[data-cases]").childNodes);
  if (place?.hasAttribute("data-scope")) return;
  if (here) return place.replaceChildren(...fresh.childNodes);
  for (const call of fresh.querySelectorAll("li:not([data-rings])")) call.remove();
  fresh.setAttribute("role", "alert");
  place?.remove();
  if (fresh.querySelector("li")) document.querySelector("main").prepend(fresh);
}

const read = async (response) => new DOMParser().parseFromString(await response.text(), "text/html");

async function look() {
  clearTimeout(timer);
  timer = setTimeout(look, here ? HERE : ELSEWHERE);
  try {
    const response = await fetch(here ? home + location.search : home, { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" });
    if (response.redirected || (response.status >= 400 && response.status < 500)) {
      localStorage.removeItem("rings");
      return clearTimeout(timer);
    }
    if (response.status === 200) {
      etag = response.headers.get("ETag") ?? "";
      take(await read(response));
    }
  } catch { /* no network: the next look */ }
  ring();
}

/** The table sees who comes, without a tap. */
async function wait() {
  setTimeout(wait, HERE);
  const place = document.querySelector("[data-call]");
  if (place.dataset.call !== "waits" || place.closest("[data-follow]")) return;
  try {
    const fresh = (await read(await fetch(location.href, { cache: "no-store" }))).querySelector("[data-call]");
    if (fresh && !place.contains(document.activeElement)) place.replaceWith(fresh);
  } catch { /* no network: the next look */ }
}

/** Somebody else is here now, by an invitation for example, than who had this browser ring. */
async function handedOn() {
  const rings = localStorage.getItem("pushed");
  if (!who || !rings || rings.startsWith(who)) return;
  localStorage.removeItem("pushed");
  const worker = await navigator.serviceWorker.ready;
  await (await worker.pushManager.getSubscription())?.unsubscribe();
}

/** This browser may ring while no page is open, if its owner wants and the service has a key. */
async function offer(form) {
  const worker = await navigator.serviceWorker.ready, known = await worker.pushManager.getSubscription();
  const told = known && localStorage.getItem("pushed") === `${who} ${known.endpoint}`;
  if (told && form.dataset.phones !== "0") return;
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await Notification.requestPermission() !== "granted") return;
    const key = Uint8Array.from(atob(form.dataset.push.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    const { endpoint } = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    localStorage.setItem("pushed", `${who} ${endpoint}`);
    form.elements.endpoint.value = endpoint;
    form.submit();
  });
}

const push = document.querySelector("[data-push]");
if ("PushManager" in window) {
  handedOn().then(() => push && offer(push)).catch(() => { /* not allowed here: open pages ring */ });
}
if (document.querySelector("[data-bell], [data-calls]")) localStorage.setItem("rings", "1");
if (home && localStorage.getItem("rings")) {
  for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, () => { hear(); setTimeout(silent, 100); });
  silent();
  look();
}
if (document.querySelector("[data-call]")) wait();
