// Why a hand is corrected: what was changed says it, as long as nobody has said it himself.
function guessWhy(form) {
  const reasons = form.querySelector(":scope > .reasons");
  let told = reasons && reasons.querySelector(":checked");
  if (!reasons || told) return;
  // Before the form hears of it: its own guess would take back what was tapped.
  reasons.addEventListener("input", () => { told = true; });
  const changed = (names) => [...form.querySelectorAll(names)].some((field) => (
    ["radio", "checkbox"].includes(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue));
  const points = [...form.querySelectorAll("[name^=points_]")];
  const why = () => {
    const [one, other] = points.map(({ value, placeholder }) => value || placeholder);
    if (points.length === 2 && one !== other && one === points[1].defaultValue && other === points[0].defaultValue) return "sides_swapped";
    if (changed("[name=contract]")) return "wrong_contract";
    if (changed("input[name^=weis_], [name=stoeck]")) return "weis_or_stoeck";
    return changed("[data-pad], [name=matsch]") ? "miscounted" : "";
  };
  for (const sign of ["input", "change"]) form.addEventListener(sign, () => {
    if (!told) reasons.querySelectorAll("input").forEach((radio) => { radio.checked = radio.value === why(); });
  });
}

guessWhy(document.querySelector("form[data-entry]"));
