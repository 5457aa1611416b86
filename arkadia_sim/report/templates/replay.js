"use strict";
// Draws the position of a turn from the page's own data. Whatever is written comes in as text, never as markup.
(function () {
  const game = JSON.parse(document.getElementById("game").textContent);
  const last = game.turns.length - 1;
  const SVG = "http://www.w3.org/2000/svg";
  const DASHES = ["", "7 3", "2 2", "7 2 2 2", "1 4", "10 4"];
  let here = 0;

  const find = (id) => document.getElementById(id);

  function make(parent, name, text, look) {
    const one = parent.appendChild(document.createElement(name));
    if (text !== undefined && text !== null) one.textContent = text;
    if (look) one.className = look;
    return one;
  }

  function draw(parent, name, values, text) {
    const one = parent.appendChild(document.createElementNS(SVG, name));
    for (const key in values) one.setAttribute(key, values[key]);
    if (text) one.textContent = text;
    return one;
  }

  // -- the board ------------------------------------------------------------------------------------------------------

  const board = draw(find("board"), "svg", {
    viewBox: "0 0 " + game.size[0] + " " + game.size[1], role: "img",
    "font-family": "DejaVu Sans, Verdana, sans-serif",
  });
  if (!game.size[1]) board.remove();

  function shape(parent, data) {
    const kind = data[0], below = data[1];
    let one, look;
    if (kind === "t") {
      one = draw(parent, "text", {
        x: data[2], y: data[3], "font-size": data[5], fill: data[6], "text-anchor": data[7],
        "dominant-baseline": "central", "font-weight": data[8] ? "bold" : "normal", "pointer-events": "none",
      }, data[4]);
    } else if (kind === "c") {
      one = draw(parent, "circle", { cx: data[2], cy: data[3], r: data[4] });
      look = data.slice(5);
    } else {
      one = draw(parent, "path", { d: data[2], "fill-rule": "evenodd" });
      look = data.slice(3);
    }
    if (below) one.setAttribute("transform", "translate(0 " + below + ")");
    if (look) {
      one.setAttribute("fill", look[0]);
      one.setAttribute("stroke", look[1]);
      one.setAttribute("stroke-width", look[2]);
      if (look[3]) draw(one, "title", {}, look[3]);
    }
  }

  function showBoard(turn) {
    board.replaceChildren();
    board.setAttribute("aria-label", turn.heading);
    for (const number of turn.shapes) shape(board, game.shapes[number]);
  }

  // -- what was done, and why -----------------------------------------------------------------------------------------

  function showWords(turn) {
    find("heading").textContent = turn.heading;
    const words = find("words");
    words.replaceChildren();
    for (const one of turn.words) make(words, "li", one);
    const place = find("thoughts");
    place.replaceChildren();
    for (const one of turn.thoughts) {
      const box = make(place, "div", null, "thought");
      make(box, "div", one.title + ":");
      const table = make(box, "table");
      for (const [score, text, done, cost, differs] of one.rows) {
        const row = make(table, "tr", null, done ? "chosen" : "");
        make(row, "td", score === null ? "–" : score.toFixed(3));
        const told = make(row, "td", text + (cost ? " (costs " + cost.toFixed(3) + ")" : ""));
        if (differs.length) make(told, "small", differs.join("; "), "differs");
      }
    }
  }

  function listing(place, data, link) {
    const table = make(make(place, "div", null, "scroll"), "table");
    const head = make(make(table, "thead"), "tr");
    make(head, "th", "");
    for (const one of data.head) make(head, "th", one);
    const body = make(table, "tbody");
    for (const [key, cells] of data.rows) {
      const row = make(body, "tr");
      const first = make(row, "td");
      if (key) {
        const mark = make(first, "span", key[2], "sign");
        mark.style.background = key[0];
        mark.style.color = key[1];
      }
      cells.forEach((cell, place) => {
        const box = make(row, "td", null, cell.length > 28 ? "long" : "");
        if (place || !link) box.textContent = cell;
        else make(box, "a", cell).setAttribute("href", "#turn=" + cell);
      });
    }
  }

  function showTables(turn) {
    const place = find("tables");
    place.replaceChildren();
    for (const number of turn.tables) {
      make(place, "h3", game.tables[number].title);
      listing(place, game.tables[number], false);
    }
  }

  // -- curves over the game -------------------------------------------------------------------------------------------

  const WIDTH = 480, HEIGHT = 150, LEFT = 34, RIGHT = 8, TOP = 8, BELOW = 20;
  const across = (turn) => LEFT + (WIDTH - LEFT - RIGHT) * (last ? turn / last : 0);
  const cursors = [];

  function chart(data) {
    const box = make(find("charts"), "div", null, "chart");
    make(box, "h3", data.what);
    const svg = draw(box, "svg", { viewBox: "0 0 " + WIDTH + " " + HEIGHT, "font-size": 11, role: "img" });
    svg.setAttribute("aria-label", data.what + " over the turns");
    const values = data.series.flatMap((one) => one.values).filter((one) => one !== null);
    const low = Math.min(0, ...values), high = Math.max(low + 1, ...values);
    const up = (value) => HEIGHT - BELOW - (HEIGHT - TOP - BELOW) * (value - low) / (high - low);
    for (const value of new Set([low, Math.round((low + high) / 2), high])) {
      draw(svg, "line", { x1: LEFT, x2: WIDTH - RIGHT, y1: up(value), y2: up(value), stroke: "#DDDDDD" });
      draw(svg, "text", { x: LEFT - 4, y: up(value) + 4, "text-anchor": "end", fill: "#5A5A5A" }, String(value));
    }
    for (const turn of new Set([0, Math.round(last / 2), last])) {
      draw(svg, "text", { x: across(turn), y: HEIGHT - 5, "text-anchor": turn === last && turn ? "end" : "middle",
        fill: "#5A5A5A" }, String(turn));
    }
    const key = make(box, "div", null, "key"), now = [];
    data.series.forEach((one, number) => {
      const line = { fill: "none", stroke: one.colour, "stroke-width": 2.2, "stroke-dasharray": DASHES[number % 6] };
      const points = one.values.map((value, turn) => value === null ? "" : across(turn) + "," + up(value));
      draw(svg, "polyline", Object.assign({ points: points.filter(Boolean).join(" ") }, line));
      const label = make(key, "span");
      const sample = draw(label, "svg", { viewBox: "0 0 30 12" });
      draw(sample, "line", Object.assign({ x1: 0, x2: 30, y1: 6, y2: 6 }, line));
      make(label, "span", " " + one.name + " ");
      now.push([make(label, "b"), one.values]);
    });
    const cursor = draw(svg, "line", { y1: TOP, y2: HEIGHT - BELOW, stroke: "#222222", "stroke-width": 1.2 });
    svg.addEventListener("click", (event) => {
      const place = svg.getBoundingClientRect();
      const x = (event.clientX - place.left) * WIDTH / place.width;
      go(Math.round(last * (x - LEFT) / (WIDTH - LEFT - RIGHT)));
    });
    cursors.push((turn) => {
      cursor.setAttribute("x1", across(turn));
      cursor.setAttribute("x2", across(turn));
      for (const [place, all] of now) place.textContent = all[turn] === null ? "–" : String(all[turn]);
    });
  }

  // -- from turn to turn ----------------------------------------------------------------------------------------------

  function go(turn) {
    here = Math.max(0, Math.min(last, turn));
    const data = game.turns[here];
    showBoard(data);
    showWords(data);
    showTables(data);
    for (const move of cursors) move(here);
    again(Math.max(1, data.turn));
    find("turn").value = here;
    find("count").textContent = data.turn + " of " + game.turns[last].turn;
    find("first").disabled = find("back").disabled = here === 0;
    find("last").disabled = find("on").disabled = here === last;
    try {
      history.replaceState(null, "", "#turn=" + data.turn);
    } catch (error) { /* a page in a frame of its own may not */ }
  }

  function again(turn) {
    const place = find("again");
    if (place) place.elements.turn.value = turn;
  }

  const KEYS = {
    ArrowLeft: () => go(here - 1), ArrowRight: () => go(here + 1), PageUp: () => go(here - 10),
    PageDown: () => go(here + 10), Home: () => go(0), End: () => go(last),
  };
  document.addEventListener("keydown", (event) => {
    if (!(event.key in KEYS) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  find("turn").max = last;
  find("turn").addEventListener("input", (event) => go(Number(event.target.value)));
  find("first").addEventListener("click", KEYS.Home);
  find("back").addEventListener("click", KEYS.ArrowLeft);
  find("on").addEventListener("click", KEYS.ArrowRight);
  find("last").addEventListener("click", KEYS.End);
  window.addEventListener("hashchange", () => go(asked()));

  function asked() {
    const turn = game.turns.findIndex((one) => ["#" + one.turn, "#turn=" + one.turn].includes(location.hash));
    return turn < 0 ? here : turn;
  }

  // -- luck and mistakes -----------------------------------------------------------------------------------------------

  for (const sentence of game.answer) make(find("review"), "p", sentence);
  game.review.forEach((data, place) => {
    const box = make(find("review"), "details");
    box.open = !place;
    make(box, "summary", data.title);
    listing(box, data, true);
  });

  for (const [sign, meaning] of game.legend) {
    make(find("legend"), "dt", sign);
    make(find("legend"), "dd", meaning);
  }
  if (!game.legend.length) document.querySelector(".legend").remove();
  game.charts.forEach(chart);
  go(asked());
})();
