"use strict";
// The section about the last five minutes: three small plots of the points of a History, and a summary as text.
const plot_height = 150, margin = {left: 56, right: 12, top: 10, bottom: 22}, lines_max = 4, scopes_max = 100;

function rate_text(per_s) { return number(per_s < 100 ? +per_s.toPrecision(3) : Math.round(per_s)); }
function time_tick(us) { return time(us).replace(/\.0+(?= )/, ""); }

const plot_kinds = [
  {title: "Calls per second", text: rate_text, lines: [{of: point => point.calls_per_s, look: "p1"}]},
  {title: "Failures per second", text: rate_text, lines: [{of: point => point.failed_per_s, look: "pbad"}]},
  {title: "Time of a call", text: us => time(us), tick: time_tick, is_log: true,
   lines: [{name: "p50", of: point => point.p50_us, look: "p1"}, {name: "p99", of: point => point.p99_us, look: "p2"}]},
];

function svg(name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// Returns the smallest number that is 1, 2 or 5 times a power of ten and not less than the value.
function round_above(value) {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map(factor => factor * power).find(round => round >= value);
}

// The scales are {ticks, at}; at() maps a value to its height, from 0 at the bottom to 1 at the top.
function linear_scale(values) {
  const top = round_above(Math.max(...values));
  return {ticks: [0, top / 2, top], at: value => value / top};
}
function log_scale(values) {
  const low = Math.floor(Math.log10(Math.min(...values))), high = Math.max(Math.ceil(Math.log10(Math.max(...values))), low + 1);
  const step = Math.ceil((high - low) / lines_max), ticks = [];
  for (let power = low; power <= high; power += step) ticks.push(10 ** power);
  return {ticks, at: value => (Math.log10(value) - low) / (high - low)};
}

// Draws a step for each point, since a figure applies to the whole time between two snapshots. Missing figures are gaps.
function steps(points, of, x, y) {
  let path = "", is_on = false;
  for (const point of points) {
    const value = of(point);
    if (value === null) {
      is_on = false;
      continue;
    }
    path += `${is_on ? "L" : "M"}${x(point.from_s)} ${y(value)}H${x(point.to_s)}`;
    is_on = true;
  }
  return path;
}

function time_axis(drawn, now_s, span_s, x) {
  for (const minutes of [0, 1, 3, 5]) {
    const anchor = minutes === 0 ? "end" : minutes * 60 === span_s ? "start" : "middle";
    drawn.append(svg("text", {x: x(now_s - minutes * 60), y: plot_height - 6, "text-anchor": anchor}, minutes ? `−${minutes} min` : "now"));
  }
}

function plot_of(kind, points, {width, now_s, span_s, pointed}) {
  const drawn = svg("svg", {width, height: plot_height, viewBox: `0 0 ${width} ${plot_height}`, role: "img"});
  const values = kind.lines.flatMap(line => points.map(line.of)).filter(value => value !== null);
  const {ticks, at} = kind.is_log ? log_scale(values.length ? values : [1, 10]) : linear_scale([0, ...values]);
  const round = value => Math.round(value * 10) / 10, inner = width - margin.left - margin.right;
  const x = s => round(margin.left + inner * (1 - (now_s - s) / span_s));
  const y = value => round(margin.top + (plot_height - margin.top - margin.bottom) * (1 - at(value)));
  for (const tick of ticks) {
    drawn.append(svg("path", {d: `M${margin.left} ${y(tick)}H${width - margin.right}`, class: "grid"}),
                 svg("text", {x: margin.left - 6, y: y(tick) + 4, "text-anchor": "end"}, (kind.tick || kind.text)(tick)));
  }
  time_axis(drawn, now_s, span_s, x);
  if (pointed) drawn.append(svg("rect", {x: x(pointed.from_s), width: Math.max(x(pointed.to_s) - x(pointed.from_s), 1), y: margin.top,
                                         height: plot_height - margin.top - margin.bottom, class: "pointed"}));
  for (const line of kind.lines) drawn.append(svg("path", {d: steps(points, line.of, x, y), class: "line " + line.look}));
  return drawn;
}

function figure_of(kind, points, place_of) {
  const made = element("figure"), caption = element("figcaption", kind.title), latest = points.at(-1);
  const said = kind.lines.map(line => {
    const value = latest ? line.of(latest) : null;
    return (line.name ? line.name + " " : "") + (value === null ? "–" : kind.text(value));
  });
  kind.lines.forEach((line, at) => caption.append(element("b", (at ? "" : "now ") + said[at], {class: line.look})));
  const drawn = plot_of(kind, points, place_of);
  drawn.setAttribute("aria-label", `${kind.title}, the last five minutes; now ${said.join(", ")}`);
  made.append(caption, drawn);
  return made;
}

function point_text(point) {
  const spread = point.p50_us === null ? "" : `, p50 ${time(point.p50_us)}, p99 ${time(point.p99_us)}`;
  return `${number(point.calls)} ${point.calls === 1 ? "call" : "calls"} (${rate_text(point.calls_per_s)} a second), ${number(point.failed)} failed${spread}`;
}

// Draws the three plots into `into`: side by side if it is wide enough, otherwise one below the other.
function show_plots(into, history, scope) {
  const points = history.points(scope), now_s = history.before.taken_s;
  const pointed = points.find(point => point.from_s <= pointed_s && pointed_s < point.to_s);
  const columns = into.clientWidth >= 760 ? 3 : 1, width = Math.max(Math.floor((into.clientWidth - (columns - 1) * 16) / columns), 200);
  into.replaceChildren(...plot_kinds.map(kind => figure_of(kind, points, {width, now_s, span_s: history.span_s, pointed})));
  return pointed;
}

// Returns the time, by the process's clock, at a horizontal position in a plot.
function time_at(drawn, client_x, history) {
  const box = drawn.getBoundingClientRect(), inner = box.width - margin.left - margin.right;
  return history.before.taken_s - history.span_s * (1 - (client_x - box.left - margin.left) / inner);
}

const history_kept = new History();
let pointed_s = null, scopes_said = "";

// Sorts the scopes by their texts, so that the same ones are shown each time if there are too many. The filter can
// select the others.
function group_of(label, scopes) {
  const sorted = scopes.sort(([, one], [, other]) => one < other ? -1 : 1), shown = sorted.slice(0, scopes_max);
  return {label: shown.length < sorted.length ? `${label}: ${shown.length} of ${number(sorted.length)}` : label, shown};
}

// Returns the scopes to choose from: all calls of a side, those of a channel, and those of an operation that the filter
// shows.
function scopes_of(all) {
  const used = all.channels.filter(channel => channel.operations.length);
  const sides = [["server ", "all calls that it serves"], ["client ", "all calls that it makes"]]
    .filter(([side]) => used.some(channel => side === channel.side + " "));
  return [{label: "The process", shown: sides},
    group_of("Endpoints and channels", used.map(channel =>
      [`${channel.side} ${channel.id} `, at(channel.side, channel.name, channel.is_open).textContent])),
    group_of("Operations", found.filter(is_wanted).map(({channel, operation}) =>
      [`${channel.side} ${channel.id} ${operation.operation}`, operation.operation + " at " + at_operation(channel, operation).textContent]))];
}

// Keeps the chosen scope even if it no longer exists. An unchanged list is not replaced, so that it stays open.
function show_scopes(all) {
  const groups = scopes_of(all), said = JSON.stringify(groups), select = place("scope"), chosen = select.selectedOptions[0];
  if (said === scopes_said) return;
  scopes_said = said;
  select.replaceChildren(...groups.filter(({shown}) => shown.length).map(({label, shown}) => {
    const group = element("optgroup", undefined, {label});
    group.append(...shown.map(([value, text]) => element("option", text, {value})));
    return group;
  }));
  if (!chosen) return;
  if (![...select.options].some(option => option.value === chosen.value)) select.append(chosen);
  select.value = chosen.value;
}

function show_history(all) {
  place("plots-of").hidden = place("plots").hidden = !all.orb.metrics;
  if (!all.orb.metrics) {
    place("plots-say").textContent = "Nothing is counted: the process has --dimma-metrics off.";
    return;
  }
  history_kept.add(all);
  show_scopes(all);
  draw_history();
}

function history_text(history, scope, pointed) {
  if (!history.bins.length) return "The plots begin now: this page keeps what they show, and knows nothing of the time before it was opened.";
  const clock_of = s => clock_s(new Date(figures_of.getTime() - 1000 * (history.before.taken_s - s)));
  if (pointed) return `${clock_of(pointed.from_s)} to ${clock_of(pointed.to_s)}: ${point_text(pointed)}`;
  const whole = history.whole(scope);
  const why = history.is_cut ? "as much as the page keeps of so many operations" : "since the page was opened or the process began";
  const is_short = whole.seconds < history.span_s - 2 * history.bin_s;
  return `In ${duration(Math.round(whole.seconds))}${is_short ? ` (${why})` : ""}: ${point_text(whole)}`;
}

function draw_history() {
  if (!history_kept.before) return;
  const scope = place("scope").value || "server ";
  const pointed = show_plots(place("plots"), history_kept, scope);
  place("plots-say").textContent = history_text(history_kept, scope, pointed);
}

function point_at({target, type, clientX}) {
  const drawn = type === "pointerleave" ? null : target.closest("svg");
  pointed_s = drawn && history_kept.before ? time_at(drawn, clientX, history_kept) : null;
  draw_history();
}
