// The seat at the board. Without this script, every choice is a button of a form.
"use strict";

const form = document.getElementById("square");
const lit = [...document.querySelectorAll(".lit")];
const panel = document.getElementById("foreseen");

// -- what a choice brings, before it is made --------------------------------------------------------------------------

// Shows what an action of a form would bring, and a button that does it. Does it at once if there is nothing to say.
async function foresee(of, action, back) {
  const query = new URLSearchParams({ at: of.elements.at.value, back, action });
  const answer = await fetch(`${of.getAttribute("action").replace(/act$/, "foreseen")}?${query}`);
  const words = (await answer.text()).trim();
  if (!answer.ok || words === "") {
    send(of, action, back);
    return;
  }
  panel.innerHTML = `<h3>What this brings</h3>${words}<div class="tools"><button type="button">Do it (Enter)</button></div>`;
  panel.hidden = false;
  panel.dataset.action = action;
  panel.querySelector("button").addEventListener("click", () => send(of, action, back));
  panel.querySelector("button").focus({ preventScroll: true });
  panel.scrollIntoView({ block: "nearest" });
}

function send(of, action, back) {
  const fields = { at: of.elements.at.value, back, action };
  const sent = document.createElement("form");
  sent.method = "post";
  sent.action = of.getAttribute("action");
  for (const name in fields) {
    const field = sent.appendChild(document.createElement("input"));
    [field.type, field.name, field.value] = ["hidden", name, fields[name]];
  }
  document.body.appendChild(sent);
  keepPlace();
  sent.submit();
}

for (const one of document.querySelectorAll("form[data-foreseen]")) {
  one.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = new FormData(one, event.submitter);
    const action = fields.getAll("action").filter(Boolean).join(",");
    const back = fields.get("back") ?? "0";
    if (!panel.hidden && panel.dataset.action === action) send(one, action, back);
    else foresee(one, action, back);
  });
}

// -- the page stays where it was --------------------------------------------------------------------------------------

function keepPlace() {
  sessionStorage.setItem("place", JSON.stringify([location.pathname, scrollY]));
}

document.addEventListener("submit", keepPlace);

// A machine that has not played a game yet compiles it first.
for (const begin of document.querySelectorAll("form.new")) {
  begin.addEventListener("submit", () => setTimeout(() => {
    const told = begin.appendChild(document.createElement("p"));
    told.setAttribute("role", "status");
    told.textContent = "The game is being compiled for this machine. That takes up to a minute, once. It begins by itself.";
  }, 1_500));
}
const [page, place] = JSON.parse(sessionStorage.getItem("place") ?? "[]");
if (page === location.pathname) scrollTo(0, place);

// -- squares that can be clicked, or reached by Tab and picked by Enter or the space bar ------------------------------

function pick(square) {
  const { action, back, kind } = square.dataset;
  const first = !square.classList.contains("chosen");
  for (const one of lit) one.classList.toggle("chosen", one === square);
  if (first && form.dataset.confirm.split(",").includes(kind)) foresee(form, action, back);
  else send(form, action, back);
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

const chosenBefore = kinds.find((kind) => kind.value === sessionStorage.getItem("kind"));
if (chosenBefore !== undefined) chosenBefore.checked = true;
for (const kind of kinds) {
  kind.addEventListener("change", () => {
    sessionStorage.setItem("kind", kind.value);
    light();
  });
}
light();

// -- keys, and what the others did, step by step ----------------------------------------------------------------------

const again = document.getElementById("again");
const board = document.getElementById("board");

function show(turn) {
  for (const figure of document.querySelectorAll("figure.step")) figure.hidden = figure.dataset.turn !== turn;
  for (const told of document.querySelectorAll("[data-told-turn]")) {
    told.classList.toggle("now", told.dataset.toldTurn === turn);
  }
  board.hidden = turn !== "";
}

let showing = 0;

function showAgain() {
  const turns = [...document.querySelectorAll("figure.step")].map((figure) => figure.dataset.turn);
  const pace = Number(again.querySelector("select").value);
  clearTimeout(showing);
  const next = () => {
    const turn = turns.shift();
    show(turn ?? "");
    if (turn !== undefined) showing = setTimeout(next, pace);
  };
  next();
}

if (again !== null) {
  again.hidden = false;
  again.querySelector("button").addEventListener("click", showAgain);
  const pace = again.querySelector("select");
  pace.value = localStorage.getItem("pace") ?? pace.value;
  pace.addEventListener("change", () => localStorage.setItem("pace", pace.value));
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  const hand = [...document.querySelectorAll("button[data-hand]")];
  const link = { ArrowLeft: "a[rel=prev]", ArrowRight: "a[rel=next]" }[event.key];
  const button = { u: "form[action$=undo] button", h: "form[action$=hint] button" }[event.key.toLowerCase()];
  if (event.key >= "1" && event.key <= "9") hand[Number(event.key) - 1]?.click();
  else if (link !== undefined) document.querySelector(link)?.click();
  else if (button !== undefined) document.querySelector(button)?.click();
  else if (event.key.toLowerCase() === "a" && again !== null) showAgain();
});

// A piece of several squares follows the pointer over the board. R turns it, F flips it, arrows move it.
function movePiece(form) {
  const { ways, corner, side } = JSON.parse(form.dataset.piece);
  const svg = document.querySelector("#board svg");
  const group = () => svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "g"));
  const [reach, ghost] = [group(), group()];
  reach.setAttribute("class", "reach");
  const rows = Math.floor((svg.viewBox.baseVal.height - corner[1]) / side);
  const columns = Math.floor((svg.viewBox.baseVal.width - corner[0]) / side);
  let way = ways[0];
  let fixed = ""; // the actions that it was set down by. Set down there again, it is played.
  let [top, left] = Object.keys(way.at)[0].split(",").map(Number);

  const size = (shape, axis) => 1 + Math.max(...shape.map((square) => square[axis]));
  const within = (value, most) => Math.max(0, Math.min(most, value));
  const fits = () => way.at[`${top},${left}`];

  function draw() {
    top = within(top, rows - size(way.shape, 0));
    left = within(left, columns - size(way.shape, 1));
    const square = ([row, column]) => {
      const drawn = document.createElementNS(ghost.namespaceURI, "rect");
      const look = { x: corner[0] + side * column, y: corner[1] + side * row, width: side, height: side };
      for (const name in look) drawn.setAttribute(name, look[name]);
      return drawn;
    };
    const laid = (at) => way.shape.map(([row, column]) => [at[0] + row, at[1] + column]);
    const covered = new Set(Object.keys(way.at).flatMap((at) => laid(at.split(",").map(Number)).map(String)));
    reach.replaceChildren(...[...covered].map((at) => square(at.split(",").map(Number))));
    ghost.replaceChildren(...laid([top, left]).map(square));
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
    free();
  }

  const turn = () => change(([row, column]) => [column, -row]);
  const flip = () => change(([row, column]) => [row, -column]);

  function follow(event) {
    if (fixed !== "" && event.type === "pointermove") return;
    const was = `${top},${left}`;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    top = Math.round((at.y - corner[1]) / side - size(way.shape, 0) / 2);
    left = Math.round((at.x - corner[0]) / side - size(way.shape, 1) / 2);
    draw();
    if (`${top},${left}` !== was) free();
  }

  // Another place or way: nothing is set down any more.
  function free() {
    fixed = panel.dataset.action = "";
    panel.hidden = true;
  }

  function lay() {
    if (!fits()) return;
    if (fixed === fits()) {
      send(form, fixed, "0");
      return;
    }
    fixed = fits();
    foresee(form, fixed, "0");
  }

  const keys = {
    r: turn, f: flip, Enter: lay,
    ArrowUp: () => { top -= 1; draw(); free(); }, ArrowDown: () => { top += 1; draw(); free(); },
    ArrowLeft: () => { left -= 1; draw(); free(); }, ArrowRight: () => { left += 1; draw(); free(); },
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
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    lay();
  });
  svg.classList.add("movable");
  form.hidden = false;
  draw();
}

const piece = document.getElementById("piece");
if (piece !== null) movePiece(piece);
