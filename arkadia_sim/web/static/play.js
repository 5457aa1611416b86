// Squares of the board that can be clicked, or reached by Tab and picked by Enter or the space bar.
"use strict";

const form = document.getElementById("square");
const lit = [...document.querySelectorAll(".lit")];

function pick(square) {
  form.elements.action.value = square.dataset.action;
  form.submit();
}

for (const square of lit) {
  square.addEventListener("click", () => pick(square));
  square.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pick(square);
    }
  });
}

// Where a square can get several things, only those of the chosen kind are lit.
const kinds = [...document.querySelectorAll(".kinds input")];

function light() {
  const chosen = kinds.find((kind) => kind.checked);
  for (const square of lit) {
    square.classList.toggle("off", chosen !== undefined && square.dataset.kind !== chosen.value);
  }
}

for (const kind of kinds) {
  kind.addEventListener("change", light);
}
light();
