// The screen stays on at the table. Browsers offer that on https alone; on the plain http of a
// hall a film of one pixel does it in most of them. Where neither helps the page says what does.
async function lock() {
  if (document.visibilityState === "hidden") return;
  try { await navigator.wakeLock.request("screen"); } catch { /* low battery, or not allowed */ }
}

function film() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 2, height: 2 });
  const video = document.createElement("video");
  if (!canvas.captureStream) return;
  const draw = () => canvas.getContext("2d").fillRect(0, 0, 2, 2);
  draw();
  setInterval(draw, 10_000);
  Object.assign(video, { muted: true, playsInline: true, srcObject: canvas.captureStream(1) });
  Object.assign(video.style, { position: "fixed", left: 0, bottom: 0, width: "2px", height: "2px", opacity: .01, pointerEvents: "none" });
  video.setAttribute("aria-hidden", "true");
  document.body.append(video);
  const play = () => { if (document.visibilityState === "visible") video.play().catch(() => {}); };
  for (const sign of ["visibilitychange", "pointerdown"]) document.addEventListener(sign, play);
  play();
}

if (navigator.wakeLock) {
  document.addEventListener("visibilitychange", lock);
  lock();
} else {
  film();
  for (const hint of document.querySelectorAll("[data-asleep]")) hint.hidden = false;
}
