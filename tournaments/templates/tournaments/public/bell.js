{% load i18n %}// Rings for one ticket, and keeps no page. The message is empty: where somebody sits it asks the service.
const ticket = self.registration.scope;

async function ring() {
  let said = { title: "{% translate "Eine Runde ist aufgerufen" as title %}{{ title|escapejs }}", body: "" };
  try {
    const answer = await fetch(`${ticket}seat.json`, { cache: "no-store" });
    if (answer.ok) said = await answer.json();
  } catch { /* no network for the rest: that it rings is told */ }
  await self.registration.showNotification(said.title, {
    body: said.body, tag: "seat", renotify: true, requireInteraction: true, vibrate: [300, 150, 300], icon: "{{ icon|escapejs }}",
  });
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("push", (event) => event.waitUntil(ring()));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(ticket.slice(0, -1)));
});
