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

// A piece of several squares follows the pointer over the board. R turns it, F flips it, arrows move it.
function movePiece(form) {
  const { ways, corner, side } = JSON.parse(form.dataset.piece);
  const svg = document.querySelector("figure svg");
  const ghost = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "g"));
  const rows = Math.floor((svg.viewBox.baseVal.height - corner[1]) / side);
  const columns = Math.floor((svg.viewBox.baseVal.width - corner[0]) / side);
  let way = ways[0];
  let [top, left] = Object.keys(way.at)[0].split(",").map(Number);

  const size = (shape, axis) => 1 + Math.max(...shape.map((square) => square[axis]));
  const within = (value, most) => Math.max(0, Math.min(most, value));
  const fits = () => way.at[`${top},${left}`];

  function draw() {
    top = within(top, rows - size(way.shape, 0));
    left = within(left, columns - size(way.shape, 1));
    ghost.replaceChildren(...way.shape.map(([row, column]) => {
      const square = document.createElementNS(ghost.namespaceURI, "rect");
      const look = { x: corner[0] + side * (left + column), y: corner[1] + side * (top + row), width: side, height: side };
      for (const name in look) square.setAttribute(name, look[name]);
      return square;
    }));
    ghost.setAttribute("class", fits() ? "ghost" : "ghost off");
    form.querySelector("[data-do=lay]").disabled = !fits();
    form.querySelector("[data-told]").textContent = fits() ? "It may lie here." : "It may not lie here.";
  }

  // The way whose squares are those of the present one after a turn or a flip, if the rules have it.
  function change(moved) {
    const squares = way.shape.map(moved);
    const first = [0, 1].map((axis) => Math.min(...squares.map((square) => square[axis])));
    const shape = squares.map(([row, column]) => `${row - first[0]},${column - first[1]}`).sort().join(" ");
    const other = ways.find((one) => one.shape.map(String).sort().join(" ") === shape);
    if (other === undefined) {
      form.querySelector("[data-told]").textContent = "Turned like this, it may lie nowhere.";
      return;
    }
    way = other;
    draw();
  }

  const turn = () => change(([row, column]) => [column, -row]);
  const flip = () => change(([row, column]) => [row, -column]);

  function follow(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    top = Math.round((at.y - corner[1]) / side - size(way.shape, 0) / 2);
    left = Math.round((at.x - corner[0]) / side - size(way.shape, 1) / 2);
    draw();
  }

  function lay() {
    if (!fits()) return;
    form.elements.action.value = fits();
    form.submit();
  }

  const keys = {
    r: turn, f: flip, Enter: lay,
    ArrowUp: () => { top -= 1; draw(); }, ArrowDown: () => { top += 1; draw(); },
    ArrowLeft: () => { left -= 1; draw(); }, ArrowRight: () => { left += 1; draw(); },
  };
  document.addEventListener("keydown", (event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const typing = event.target.closest("button, a, input, select, textarea, summary");
    if (!(key in keys) || event.ctrlKey || event.altKey || event.metaKey || (typing && key === "Enter")) return;
    event.preventDefault();
    keys[key]();
  });
  // A finger hides what it points at: it moves the piece, and the button lays it down. A mouse does both.
  let finger = false;
  svg.addEventListener("pointermove", follow);
  svg.addEventListener("pointerdown", (event) => {
    finger = event.pointerType === "touch";
    follow(event);
  });
  svg.addEventListener("click", () => finger || lay());
  form.addEventListener("click", (event) => {
    const done = event.target.dataset.do;
    if (done === "turn") turn();
    if (done === "flip") flip();
    if (done === "lay") form.elements.action.value = fits();
  });
  svg.classList.add("movable");
  form.hidden = false;
  draw();
}

const piece = document.getElementById("piece");
if (piece !== null) movePiece(piece);
