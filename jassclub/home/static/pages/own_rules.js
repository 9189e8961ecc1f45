// The few questions of the rules that are chosen: asked of the service once other rules are.
// Without this file those of the rules that were chosen first stand there, and are left aside when
// others are sent.
const place = document.getElementById("own");

async function ask(slug) {
  const answer = await fetch(`?own=${encodeURIComponent(slug)}`).catch(() => null);
  if (!answer?.ok || document.querySelector('[name="profile"]:checked')?.value !== slug) return;
  place.querySelector("[data-own]").innerHTML = await answer.text();
  place.querySelector("[name=own_of]").value = slug;
}

document.getElementById("profile").addEventListener("change", (event) => {
  if (event.target.name !== "profile") return;
  // A search that left nothing chosen has hidden them.
  place.hidden = false;
  ask(event.target.value);
});
