// A ruling goes to the others at the table: by what the phone shares with, else as a copied address.
for (const button of document.querySelectorAll("[data-share]")) {
  const url = new URL(button.dataset.share, location.href).href;
  const text = document.querySelector(".said h2")?.textContent.trim() ?? "";
  button.hidden = !navigator.share && !navigator.clipboard;
  button.addEventListener("click", async () => {
    try {
      if (navigator.share) await navigator.share({ title: document.title, text, url });
      else {
        await navigator.clipboard.writeText(url);
        button.textContent = button.dataset.done;
      }
    } catch (error) {
      // Closed again without a choice.
      if (error.name !== "AbortError") throw error;
    }
  });
}
