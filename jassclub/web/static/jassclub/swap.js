// Nobody sits at two places: whoever is named at another one leaves his to whom he takes it from.
const seats = [...document.querySelectorAll("select[name^=seat_]")];
for (const seat of seats) {
  seat.dataset.was = seat.value;
  seat.addEventListener("change", () => {
    const other = seats.find((one) => one !== seat && one.value === seat.value);
    if (other) other.value = other.dataset.was = seat.dataset.was;
    seat.dataset.was = seat.value;
  });
}
