// This phone may ring when a round is called, also while no page is open, if the service has a key for it.
const form = document.querySelector("[data-bell-key]");

const own = async (scope) => (await navigator.serviceWorker.getRegistrations()).find((one) => one.scope === scope);

/** A browser subscribes only what is at work already. */
async function active(registration) {
  const worker = registration.installing ?? registration.waiting;
  while (!registration.active) await new Promise((done) => { worker.addEventListener("statechange", done, { once: true }); });
  return registration;
}

async function offer() {
  const { bellKey, worker } = form.dataset, scope = `${location.origin}${location.pathname}/`;
  const known = await (await own(scope))?.pushManager.getSubscription();
  const send = (endpoint) => { form.elements.endpoint.value = endpoint; form.submit(); };
  form.closest("section").hidden = false;
  form.querySelector(known ? "[data-off]" : "[data-on]").hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (known) {
      form.elements.off.value = "1";
      await known.unsubscribe();
      return send(known.endpoint);
    }
    try {
      if (await Notification.requestPermission() !== "granted") throw new Error("not granted");
      const bell = await active(await navigator.serviceWorker.register(worker, { scope }));
      const { endpoint } = await bell.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bellKey });
      send(endpoint);
    } catch {
      form.querySelector("[data-refused]").hidden = false;
    }
  });
}

if (form && "PushManager" in window) offer().catch(() => { /* not allowed here: the page and the board tell */ });
