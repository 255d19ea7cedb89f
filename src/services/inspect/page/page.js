"use strict";
const interval_ms = 1000, late_ms = 5000, answer_ms_max = 30000, rows_max = 50, filter_from = 20, calls_shown = 25, failures_shown = 15, events_shown = 25;
const counted_shown = 50, parts_shown = 100;
const stages = {client: ["queue", "encode", "send", "wait", "decode"], server: ["receive", "dispatch", "upcall", "reply"]};
const place = id => document.getElementById(id);

function element(name, text, attributes) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) made.textContent = text;
  for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
  return made;
}
function show(id, ...children) { place(id).replaceChildren(...children); }
function note(text) { return element("p", text, {class: "note"}); }

function time(us) {
  if (us < 1000) return us.toFixed(us < 10 ? 1 : 0) + " µs";
  if (us < 1e6) return (us / 1e3).toFixed(us < 1e4 ? 2 : 1) + " ms";
  return (us / 1e6).toFixed(2) + " s";
}
function octets(count) {
  for (const unit of ["B", "KiB", "MiB"]) {
    if (count < 1024) return (unit === "B" ? count : count.toFixed(1)) + " " + unit;
    count /= 1024;
  }
  return count.toFixed(1) + " GiB";
}
function duration(s) {
  if (s < 120) return Math.floor(s) + " s";
  if (s < 7200) return Math.floor(s / 60) + " min";
  return s < 172800 ? (s / 3600).toFixed(1) + " h" : (s / 86400).toFixed(1) + " days";
}
function number(value) { return value.toLocaleString("en"); }
function short_id(id) { return id.replace(/^IDL:(omg\.org\/)?/, "").replace(/:[\d.]+$/, ""); }

// Shows the best-known one of an endpoint's addresses (TCP if possible). The tooltip contains all of them.
function at(side, name, is_open = true) {
  const known = name.split(", ").find(address => address.startsWith("tcp:")) || name.split(", ")[0];
  return element("span", `${side}, ${known}${is_open ? "" : " (closed)"}`, {title: name, class: "at"});
}

// Shows the addresses of the operation's calls, or those of its channel if they are unknown.
function at_operation(channel, operation) {
  if (!operation.addresses.length) return at(channel.side, channel.name, channel.is_open);
  const all = operation.addresses.join(", ");
  return element("span", `${channel.side}, ${short_address(all)}${channel.is_open ? "" : " (closed)"}`, {title: all, class: "at"});
}

function at_call(call) {
  if (!call.address) return at(call.side, call.channel_name);
  const all = call.address + (call.peer ? ", from " + call.peer : "");
  return element("span", `${call.side}, ${short_address(all)}`, {title: all, class: "at"});
}

// Shortens the identities of 32 digits in socket names. The first six digits distinguish them.
function short_address(text) {
  return text.replace(/\b[0-9a-f]{32}\b/g, digits => digits.slice(0, 6) + "…");
}

// `heads` are pairs [text, is_number]. A row is a list of texts or elements, the first of which is the row's header.
function table(caption, heads, rows) {
  const made = element("table");
  const said = element("caption");
  said.append(element("span", caption));
  made.append(said);
  const head = element("tr");
  for (const [text, is_number] of heads) head.append(element("th", text, {scope: "col", class: is_number ? "n" : ""}));
  made.append(element("thead"), element("tbody"));
  made.tHead.append(head);
  for (const row of rows) {
    const line = element("tr");
    row.forEach((cell, at) => {
      const made_cell = element(at ? "td" : "th", undefined, at ? {class: heads[at][1] ? "n" : ""} : {scope: "row"});
      made_cell.append(cell);
      line.append(made_cell);
    });
    made.tBodies[0].append(line);
  }
  const wide = element("div", undefined, {class: "wide", tabindex: "0", role: "region", "aria-label": caption});
  wide.append(made);
  return wide;
}

// Marks tables that are wider than the space for them. Called again when hidden tables, which have no width, are shown.
function mark_cut() {
  for (const wide of document.querySelectorAll(".wide")) wide.classList.toggle("cut", wide.scrollWidth > wide.clientWidth + 1);
}

// Replaces a table, and keeps the scroll position and the focus.
function show_table(id, made, ...before) {
  const old = place(id).querySelector(".wide"), left = old ? old.scrollLeft : 0, has_focus = old === document.activeElement;
  show(id, ...before, made);
  made.scrollLeft = left;
  if (has_focus && old) made.focus();
}

function show_process(all) {
  const process = all.process, name = process.program + " " + process.pid + (all.orb.id ? ", ORB " + all.orb.id : "");
  place("name").textContent = name;
  place("capture").hidden = !all.orb.captured_octets;
  const facts = [["host", process.host], ["dimma", all.version], ["up for", duration(Date.now() / 1000 - process.started_s)],
    ["processor time", duration(process.cpu_s)], ["memory", octets(process.resident_octets)], ["threads", process.threads],
    ["descriptors", process.descriptors + " of " + number(process.descriptors_max)],
    ["recorder", all.orb.recorded_calls ? number(all.orb.recorded_calls) + " calls a channel" : "off"]];
  show("process", ...facts.map(([term, value]) => {
    const pair = element("div");
    pair.append(element("dt", term), element("dd", value));
    return pair;
  }));
}

let before = new Map(), before_ms = 0;
function operations_of(all) {
  const now = performance.now(), seconds = (now - before_ms) / 1000, seen = new Map(), found = [];
  for (const channel of all.channels) for (const operation of channel.operations) {
    const key = channel.id + " " + operation.operation, old = before.get(key);
    seen.set(key, operation.calls);
    found.push({channel, operation, failed: operation.failures.reduce((sum, failure) => sum + failure.count, 0),
                rate: old === undefined || !before_ms ? 0 : (operation.calls - old) / seconds});
  }
  before = seen;
  before_ms = now;
  return found;
}

// Returns true if the row contains the text of the filter, ignoring case.
function is_wanted({channel, operation}) {
  const wanted = place("filter").value.trim().toLowerCase();
  const places = [channel.name, ...operation.addresses].join(", ");
  return !wanted || `${operation.operation} ${channel.side}, ${places}`.toLowerCase().includes(wanted);
}

function operations_caption(shown, wanted, all) {
  if (wanted === all) return shown < all ? `The slowest ${shown} of ${number(all)}, by their 99th percentile` : "By their 99th percentile";
  return `${shown < wanted ? `The slowest ${shown} of ${number(wanted)}` : number(wanted)} that fit, of ${number(all)}`;
}

let found = [];
function show_operations(all) {
  found = operations_of(all).sort((one, other) => other.operation.p99_us - one.operation.p99_us);
  place("operations-filter").hidden = found.length < filter_from && !place("filter").value;
  if (!all.orb.metrics) return show("operations", note("Nothing is counted: the process has --dimma-metrics off."));
  if (!found.length) return show("operations", note("No call has gone through a channel yet."));
  show_wanted_operations();
}

function show_wanted_operations() {
  const wanted = found.filter(is_wanted), shown = wanted.slice(0, rows_max);
  if (!wanted.length) return show("operations", note(`None of ${number(found.length)} fits.`));
  show_table("operations", table(operations_caption(shown.length, wanted.length, found.length),
    [["operation"], ["calls/s", 1], ["p50", 1], ["p99", 1], ["max", 1], ["calls", 1], ["failed", 1], ["in progress", 1], ["at"]],
    shown.map(({channel, operation, failed, rate}) => [
      operation.operation,
      rate.toFixed(rate && rate < 10 ? 1 : 0), time(operation.p50_us), time(operation.p99_us), time(operation.max_us),
      number(operation.calls), failed ? element("span", number(failed), {class: "bad"}) : "0", number(operation.in_progress),
      at_operation(channel, operation)])));
}

// Returns the planned amount of a resource, such as "pool of 4" or "1 to 64", from the plan's line of the same name.
function plan_of(all, channel, resource) {
  const kind = channel.side === "server" ? "endpoint" : "binding";
  const known = channel.name.split(", ");
  for (const part of all.parts) {
    if (!part.part.startsWith(kind)) continue;
    const address = part.lines.find(line => line.name === "endpoint");
    const text = part.summary + " " + (address ? address.planned + " " + address.usage : "");
    if (!known.some(each => text.includes(each))) continue;
    const line = part.lines.find(each => each.name === resource);
    if (line) return line.planned;
  }
  return "–";
}

// Shows how much of the resource is in use, with a mark at the maximum so far.
function use_bar(resource) {
  const whole = Math.max(resource.made, resource.in_use_max, resource.in_use, 1);
  const said = `${resource.in_use} in use, ${resource.in_use_max} at most, ${resource.made} made`;
  const made = element("span", undefined, {class: "use", role: "img", "aria-label": said, title: said});
  const part = element("i"), mark = element("b");
  part.style.width = 100 * resource.in_use / whole + "%";
  mark.style.left = `calc(${100 * resource.in_use_max / whole}% - 1px)`;
  made.append(part, mark);
  return made;
}

function show_resources(all) {
  if (!all.orb.metrics) return show("resources", note("Nothing is counted: the process has --dimma-metrics off."));
  const rows = [];
  for (const channel of all.channels) for (const resource of channel.resources) rows.push({channel, resource});
  if (!rows.length) return show("resources", note("There is no endpoint and no channel."));
  // Resources that were exhausted come first, and those that were never used come last.
  const lacking = ({resource}) => resource.refusals + resource.waits;
  const is_used = ({resource}) => resource.in_use + resource.in_use_max + resource.made > 0;
  rows.sort((one, other) => lacking(other) - lacking(one) || is_used(other) - is_used(one));
  const count = value => value ? element("span", number(value), {class: "bad"}) : "0";
  show_table("resources", table(
    rows.length > rows_max ? `The first ${rows_max} of ${number(rows.length)}: those that were lacking before others` : "The plan beside what is in use",
    [["resource"], ["plan"], ["in use"], ["now", 1], ["most", 1], ["made", 1], ["waits", 1], ["refusals", 1], ["at"]],
    rows.slice(0, rows_max).map(({channel, resource}) => [
      resource.resource, element("span", plan_of(all, channel, resource.resource), {class: "plan"}), use_bar(resource),
      number(resource.in_use), number(resource.in_use_max), number(resource.made), count(resource.waits), count(resource.refusals),
      at(channel.side, channel.name)])));
}

function show_events(all, events) {
  if (!events.length) {
    return show("events", note(all.orb.metrics || all.orb.recorded_calls ? "No error and no warning."
                                                                         : "Neither metrics nor the recorder is on."));
  }
  show_table("events", table(
    events.length > events_shown ? `The latest ${events_shown} of ${events.length} errors and warnings` : "Errors and warnings, latest first",
    [["event"], ["when"], ["what"], ["peer or endpoint"]],
    events.slice(0, events_shown).map(event => [
      element("span", event.event, {class: event.level === "error" ? "event bad" : "event"}), clock(event.time_s),
      element("div", event.text + (event.held_back ? ` (${number(event.held_back)} more like it)` : ""), {class: "words"}),
      event.peer || event.endpoint])));
}

function show_failures(all, calls) {
  const counted = [];
  for (const channel of all.channels) for (const operation of channel.operations) for (const failure of operation.failures) {
    counted.push([short_id(failure.exception), operation.operation, at_operation(channel, operation), failure.count]);
  }
  const recent = calls.filter(call => call.exception).slice(0, failures_shown);
  if (!counted.length && !recent.length) {
    return show("failures", note(all.orb.metrics || all.orb.recorded_calls ? "No call has ended with an exception."
                                                                           : "Neither metrics nor the recorder is on."));
  }
  const shown = [];
  if (recent.length) {
    shown.push(table("The latest", [["exception"], ["operation"], ["at"], ["when"], ["took", 1], ["minor"]], recent.map(call =>
      [element("span", short_id(call.exception), {class: "bad"}), call.operation, at_call(call),
       clock(call.begun_s), time(call.duration_us),
       call.outcome === "system exception" ? "0x" + call.minor.toString(16) : ""])));
  }
  if (counted.length) {
    counted.sort((one, other) => other[3] - one[3]);
    const caption = counted.length > counted_shown ? `The ${counted_shown} most frequent of ${number(counted.length)}` : "Counted";
    shown.push(table(caption, [["exception"], ["operation"], ["at"], ["calls", 1]],
                     counted.slice(0, counted_shown).map(row => [...row.slice(0, 3), number(row[3])])));
  }
  show("failures", ...shown);
}

function clock_s(date) { return date.toLocaleTimeString("en-GB"); }
function clock(s) {
  const date = new Date(s * 1000);
  return clock_s(date) + "." + String(date.getMilliseconds()).padStart(3, "0");
}

function bar(call) {
  const total = Math.max(call.stages.reduce((sum, stage) => sum + stage.us, 0), 1e-9);
  const said = call.stages.map(stage => stage.stage + " " + time(stage.us)).join(", ");
  const made = element("div", undefined, {class: "bar", role: "img", "aria-label": said, title: said});
  call.stages.forEach((stage, at) => {
    const part = element("i", undefined, {class: "s" + at});
    part.style.width = 100 * stage.us / total + "%";
    made.append(part);
  });
  return made;
}

function show_calls(all, calls) {
  if (!all.orb.recorded_calls) return show("calls", note("No calls are recorded: the process has --dimma-recorder off."));
  if (!calls.length) return show("calls", note("No call has been recorded yet."));
  const sides = Object.keys(stages).filter(side => calls.some(call => call.side === side));
  const keys = sides.map(side => {
    const key = element("ul", undefined, {class: "key", "aria-label": "Stages at a " + side});
    key.append(element("li", "at a " + side + ":"));
    stages[side].forEach((stage, at) => {
      const item = element("li");
      item.append(element("i", undefined, {class: "s" + at}), stage);
      key.append(item);
    });
    return key;
  });
  show_table("calls", table("Latest first, with the share of each stage in its time",
    [["operation"], ["stages"], ["took", 1], ["outcome"], ["when"], ["sent", 1], ["received", 1], ["at"]],
    calls.slice(0, calls_shown).map(call => [call.operation, bar(call), time(call.duration_us),
      call.exception ? element("span", short_id(call.exception), {class: "bad"}) : call.outcome, clock(call.begun_s),
      octets(call.octets_sent), octets(call.octets_received), at_call(call)])), ...keys);
}

// Shows a list of parts that can be opened. Parts that are open stay open.
function show_parts(id, parts, none) {
  if (!parts.length) return show(id, note(none));
  const open = new Set([...place(id).querySelectorAll("details[open]")].map(one => one.dataset.part));
  const focused = document.activeElement && document.activeElement.closest("#" + id + " details");
  const shown = parts.slice(0, parts_shown);
  const others = parts.length > shown.length ? [note(`${number(parts.length - shown.length)} more are in /describe.`)] : [];
  show(id, ...shown.map(part => {
    const made = element("details", undefined, {"data-part": part.part});
    made.open = open.has(part.part);
    const address = part.lines.find(line => line.name === "endpoint");
    made.append(element("summary", part.part + (part.summary ? ": " + part.summary : address ? ": " + address.planned : "")));
    made.append(table("What it is made of, and what of it is in use", [["part"], ["plan"], ["in use"]],
                      part.lines.map(line => [line.name, line.planned, line.usage || "–"])));
    return made;
  }), ...others);
  if (!focused) return;
  for (const one of place(id).children) if (one.dataset.part === focused.dataset.part) one.firstChild.focus();
}

async function read(path) {
  const reply = await fetch(path, {cache: "no-store", signal: AbortSignal.timeout(answer_ms_max)});
  if (reply.status === 401) location.reload();  // the process has been restarted: log in again
  if (!reply.ok) throw new Error((await reply.text()).trim());
  return reply.json();
}

// `gone` is the reason why there is no answer; null if there is one. `figures_of` is the time of the figures shown.
let is_paused = false, is_reading = false, gone = null, figures_of = null, next = 0;

// Dims the figures of a process that does not answer, so that they are not mistaken for current ones.
function show_state() {
  const figures = figures_of ? `these figures are of ${clock_s(figures_of)}` : "there are no figures yet";
  const goes_on = is_paused ? "the page is paused" : "the page goes on trying";
  const state = gone ? `The process does not answer (${gone}): ${figures}; ${goes_on}.` : is_paused ? "paused" : "updates each second";
  if (place("state").textContent !== state) place("state").textContent = state;  // avoids an announcement by screen readers
  document.body.classList.toggle("gone", gone !== null);
  const name = place("name").textContent + " · dimma";
  document.title = gone ? "no answer: " + name : name;
}

function nothing_for(ms) { return `nothing for ${ms / 1000} s`; }

// Returns all answers. On failure, returns null and sets `gone`.
async function read_all() {
  const late = setTimeout(() => {
    gone = nothing_for(late_ms);
    show_state();
  }, late_ms);
  try {
    const answers = await Promise.all([read("/describe?buckets=on"), read("/calls?limit=200"), read("/events")]);
    gone = null;
    figures_of = new Date();
    return answers;
  } catch (error) {  // fetch() itself throws TypeError and TimeoutError
    gone = error.name === "TypeError" ? "no connection" : error.name === "TimeoutError" ? nothing_for(answer_ms_max) : error.message;
    return null;
  } finally {
    clearTimeout(late);
  }
}

function show_all([all, recorded, happened]) {
  show_process(all);
  show_operations(all);
  show_history(all);
  show_resources(all);
  show_events(all, happened.events);
  show_failures(all, recorded.calls);
  show_calls(all, recorded.calls);
  show_parts("endpoints", all.parts.filter(part => part.part.startsWith("endpoint")), "It listens nowhere.");
  show_parts("bindings", all.parts.filter(part => part.part.startsWith("binding")), "No reference is bound.");
  mark_cut();
}

async function update() {
  is_reading = true;
  try {
    const answers = await read_all();
    if (answers) show_all(answers);
    show_state();
  } finally {
    is_reading = false;
    if (!is_paused) next = setTimeout(update, interval_ms);
  }
}
// The filter is kept in the URL, so that it survives a reload and can be sent to others.
try {
  place("filter").value = decodeURIComponent(location.hash.slice(1));
} catch (error) {
  place("filter").value = "";  // the hash is not a filter of this page
}
place("filter").addEventListener("input", () => {
  history.replaceState(null, "", "#" + encodeURIComponent(place("filter").value));
  if (found.length) show_wanted_operations();
  mark_cut();
});
place("scope").addEventListener("change", draw_history);
for (const event of ["pointermove", "pointerdown", "pointerleave"]) place("plots").addEventListener(event, point_at);
addEventListener("resize", draw_history);
addEventListener("resize", mark_cut);
document.addEventListener("toggle", mark_cut, true);  // captured, since the event does not bubble
place("pause").addEventListener("click", () => {
  is_paused = !is_paused;
  place("pause").setAttribute("aria-pressed", is_paused);
  place("pause").textContent = is_paused ? "Continue" : "Pause";
  clearTimeout(next);
  show_state();
  if (!is_paused && !is_reading) update();
});
update();
