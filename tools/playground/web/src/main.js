// The page: what happens when its buttons are used.
import { Compiler, Died, Stopped, load } from "./compiler.js";
import { editor, offset, setMarks, setText } from "./editor.js";
import examples from "./examples.json";
import { Output, seconds } from "./output.js";
import { Pipeline } from "./pipeline.js";
import { link, shared } from "./share.js";

const $ = (id) => document.getElementById(id);
const body = document.body.dataset;
const saved = { get: (key) => { try { return localStorage.getItem(key); } catch { return null; } }, set: (key, v) => { try { localStorage.setItem(key, v); } catch { /* private windows */ } } };

// ---- theme

const dark = matchMedia("(prefers-color-scheme: dark)");
const themed = () => document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
const applyTheme = (theme) => {
  if (theme) document.documentElement.dataset.theme = theme;
  output?.redraw();
};
$("theme").onclick = () => {
  const next = themed() === "dark" ? "light" : "dark";
  saved.set("theme", next);
  applyTheme(next);
};
dark.onchange = () => applyTheme();

// ---- the program

let runner, watcher, view, output, running = false;
const source = () => view.state.doc.toString();
applyTheme(saved.get("theme"));

function goTo(line, col) {
  tab("program");
  view.dispatch({ selection: { anchor: offset(view.state.doc, line, col) }, scrollIntoView: true });
  view.focus();
}

function summary(marks) {
  const place = (m) => {
    const button = Object.assign(document.createElement("button"), { className: m.Severity });
    button.append(Object.assign(document.createElement("b"), { textContent: `${m.Line}:${m.Col}` }), ` ${m.Message}`);
    button.onclick = () => goTo(m.Line, m.Col);
    return button;
  };
  if (marks.length === 0) $("marks").textContent = "No mistakes.";
  else $("marks").replaceChildren(...marks.slice(0, 3).map(place), ...(marks.length > 3 ? [` and ${marks.length - 3} more`] : []));
  body.marks = marks.some((m) => m.Severity === "error") ? "error" : marks.length ? "warning" : "none";
}

async function check(text) {
  if (!watcher) return [];
  try {
    const marks = await watcher.ask("check", [text]);
    if (text === source()) summary(marks);
    return marks;
  } catch (e) {
    if (!(e instanceof Died)) toast(e.message);
    return [];
  }
}

// name chooses the example that a text is, or none.
const name = (text) => ($("examples").value = examples.find((e) => e.text === text)?.name ?? "");

function open(text) {
  setText(view, text);
  view.dispatch({ selection: { anchor: 0 }, scrollIntoView: true });
}

// ---- panes

function tab(name) {
  body.tab = name;
  if (name !== "program") body.view = name;
  for (const b of document.querySelectorAll("nav button")) b.setAttribute("aria-current", String(b.dataset.tab === name || (name === "program" && wide.matches && b.dataset.tab === body.view)));
  if (body.view === "pipeline") explain();
}
const wide = matchMedia("(min-width: 821px)");
for (const b of document.querySelectorAll("nav button")) b.onclick = () => tab(b.dataset.tab);
wide.onchange = () => tab(body.tab);

let pipeline;
const explain = () => watcher && pipeline.explain(source()).catch((e) => e instanceof Died || toast(e.message));

// ---- running

async function run() {
  if (!runner || running) return;
  running = true;
  body.state = "running";
  $("run").querySelector(".word").textContent = "Stop";
  tab("output");
  output.clear();
  const start = performance.now();
  const status = setInterval(() => ($("run").title = seconds((performance.now() - start) / 1000)), 100);
  try {
    const report = await runner.ask("run", [source()], { print: (b) => output.print(b), picture: (p) => output.picture(p) });
    output.report(report);
    setMarks(view, report.Marks);
    summary(report.Marks);
  } catch (e) {
    if (e instanceof Stopped) output.note(`Stopped after ${seconds((performance.now() - start) / 1000)}.`);
    else if (e instanceof Died) output.problem("RUNTIME ERROR: Out of memory.", ["Calls are nested too deeply for a browser, or there is no more memory."]);
    else output.problem(e.message);
  }
  clearInterval(status);
  running = false;
  body.state = "ready";
  $("run").title = "Ctrl-Enter";
  $("run").querySelector(".word").textContent = "Run";
}

const stop = () => runner.stop();
$("run").onclick = () => (running ? stop() : run());
addEventListener("keydown", (e) => e.key === "Escape" && running && stop());

// ---- sharing

let toasting;
function toast(text) {
  $("toast").textContent = text;
  $("toast").classList.add("on");
  clearTimeout(toasting);
  toasting = setTimeout(() => $("toast").classList.remove("on"), 2500);
}

$("share").onclick = async () => {
  const url = await link(source());
  history.replaceState(null, "", url);
  try {
    await navigator.clipboard.writeText(url);
    toast("The link is in the clipboard: the program is part of it.");
  } catch {
    toast("The link is in the address bar: the program is part of it.");
  }
};
addEventListener("hashchange", async () => {
  const text = await shared();
  if (text !== undefined) open(text);
});

// ---- start

function fillExamples() {
  $("examples").append(Object.assign(document.createElement("option"), { value: "", textContent: "Examples", hidden: true }));
  const groups = { start: "Start here", examples: "Examples" };
  for (const [group, label] of Object.entries(groups)) {
    const list = Object.assign(document.createElement("optgroup"), { label });
    list.append(...examples.filter((e) => e.group === group).map((e) => Object.assign(document.createElement("option"), { value: e.name, textContent: e.name })));
    $("examples").append(list);
  }
  $("examples").onchange = () => {
    open(examples.find((e) => e.name === $("examples").value).text);
    tab("program");
    if (wide.matches && body.view === "output") run();
  };
}
$("home").onclick = (e) => {
  e.preventDefault();
  history.replaceState(null, "", location.pathname);
  open(examples[0].text);
};

async function start() {
  fillExamples();
  const given = await shared(), kept = given ?? saved.get("program") ?? examples[0].text;
  if (location.hash && given === undefined) toast("The program in this link cannot be read.");
  let explaining;
  view = editor($("editor"), kept, {
    check, run: () => void run(),
    point: (line, clicked) => pipeline?.point(line, clicked),
    changed: (text) => {
      saved.set("program", text);
      name(text);
      clearTimeout(explaining);
      if (body.view === "pipeline") explaining = setTimeout(explain, 700);
    },
  });
  name(kept);
  output = new Output($("results"), $("costs"), goTo);
  pipeline = new Pipeline($("pipeline"), () => view, (text, target) => watcher.ask("explain", [text, target]), (text, target) => watcher.ask("costs", [text, target]));
  tab("program");
  try {
    const module = await load((part) => (part === undefined ? $("progress").removeAttribute("value") : ($("progress").value = part)));
    [runner, watcher] = [new Compiler(module), new Compiler(module)];
    await runner.ready;
  } catch (e) {
    $("marks").textContent = e.message;
    body.state = "broken";
    return;
  }
  performance.mark("ready");
  body.state = "ready";
  $("run").disabled = false;
  summary(await check(source()));
  if (body.view === "pipeline") explain();
}

start();
