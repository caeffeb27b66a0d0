// The pipeline: a strip of passes, the program after the one that is chosen, and what is
// emitted. Lines that come from the same place of the program light up together.
import { mark, pane, setText, show } from "./editor.js";

const element = (name, className, text = "") => Object.assign(document.createElement(name), { className, textContent: text });

// familyOf is the first part of the name of a language: nesl, nkl, fkl, lcu or kir.
const familyOf = (language) => language.split(".")[0];

// linesOf are the lines of the program, file 0, that places like 0:3:7 are on.
const linesOf = (places) => new Set((places ?? []).filter((p) => p.startsWith("0:")).map((p) => Number(p.split(":")[1])));

// blocks are the lines of the program that functions and kernels of the last language come
// from, by their names; a kernel also comes from where it is launched.
function blocks(column, texts) {
  const found = new Map();
  const of = (name) => found.get(name) ?? found.set(name, new Set()).get(name);
  let inside;
  for (const { T, Pos } of column.Lines) {
    const text = texts[T], head = /^\((?:func|kernel) (\S+)/.exec(text), launch = /\(launch (?:@\S+ )?(\S+)/.exec(text);
    if (head) inside = of(head[1]);
    else if (text.startsWith("(")) inside = undefined;
    for (const line of linesOf(Pos)) {
      inside?.add(line);
      if (launch) of(launch[1]).add(line);
    }
  }
  return found;
}

// emitted are the lines of the program that each line of generated text comes from: those
// of its function, or of the comment before it.
function emitted(text, functions) {
  const found = [];
  let inside, said;
  for (const written of text.split("\n")) {
    const line = written.replace(/^"(.*)\\n".*$/, "$1"); // kernels of OpenCL are strings
    const head = /^ {0,2}\(func \$(\S+?)[\s)]/.exec(line) ?? (/^\S.*\(/.test(line) ? /(\w+)\(/.exec(line.replace(/__\w+\([^)]*\)+/g, "")) : null);
    const place = /\/\* program:(\d+):\d+/.exec(line);
    if (place) said = new Set([Number(place[1])]);
    if (head) inside = functions.get(head[1]);
    if (/^ {0,2}[)}]/.test(line)) said = inside = undefined;
    found.push((/^\s*\/\*.*\*\/$/.test(line) ? said : (said ?? inside)) ?? new Set());
  }
  return found;
}

export class Pipeline {
  // source is the editor; ask is asked to explain a program for a target, and count what it
  // costs after each pass.
  constructor(root, source, ask, count) {
    Object.assign(this, { root, source, ask, count });
    this.strip = root.querySelector("#passes");
    this.pass = this.column("#pass", "The program after the pass");
    this.generated = this.column("#generated", "The generated text");
    this.target = root.querySelector("#target");
    this.target.onchange = () => this.explain(this.text);
    root.querySelector("#earlier").onclick = () => this.choose(this.chosen - 1);
    root.querySelector("#later").onclick = () => this.choose(this.chosen + 1);
    this.strip.onkeydown = (e) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
      if (by) this.choose(this.chosen + by);
    };
  }

  column(selector, label) {
    const article = this.root.querySelector(selector), column = { article, from: [] };
    column.view = pane(article.querySelector(".text"), (line, clicked) => this.light(column.from[line - 1] ?? new Set(), column, clicked), label);
    return column;
  }

  // explain shows what becomes of a program, which may be what is shown already.
  async explain(text) {
    const asked = { text, target: this.target.value }, newest = () => this.asked === asked;
    if (this.asked?.text === text && this.asked.target === asked.target) return;
    Object.assign(this, { asked, text });
    this.root.dataset.state = "busy";
    delete this.root.dataset.costs;
    try {
      const e = await this.ask(text, asked.target);
      if (!newest()) return;
      this.root.dataset.state = e.View ? "" : "none";
      if (!e.View) return;
      this.fill(e);
      const costs = await this.count(text, asked.target);
      if (newest()) this.price(costs ?? []);
    } catch (error) {
      if (!newest()) return;
      this.asked = undefined;
      this.root.dataset.state = "";
      throw error;
    }
  }

  fill({ View, Generated }) {
    const before = this.columns?.[this.chosen]?.Title, mid = View.Columns.findIndex((c) => c.Pass === "flatten");
    Object.assign(this, { texts: View.Texts, columns: View.Columns });
    this.strip.replaceChildren(...View.Columns.map((c, i) => {
      const chip = element("button", "chip " + familyOf(c.Lang), c.Pass || "parsed");
      chip.setAttribute("role", "option");
      chip.title = `${c.Lang}: ${c.Doc}`;
      chip.onclick = () => this.choose(i);
      return chip;
    }));
    const last = View.Columns.at(-1);
    this.generated.from = emitted(Generated, blocks(last, View.Texts));
    setText(this.generated.view, Generated);
    const count = Generated.split("\n").length, kernels = last.Lines.filter((l) => View.Texts[l.T].startsWith("(kernel ")).length;
    this.size = `${count.toLocaleString("en")} lines, ${kernels} ${kernels === 1 ? "kernel" : "kernels"}`;
    this.lit(0);
    const same = this.columns.findIndex((c) => c.Title === before);
    this.choose(same >= 0 ? same : Math.max(mid, 0));
    show(this.generated.view, 1 + Math.max(this.generated.from.findIndex((s) => s.size > 0), 0));
  }

  // price notes what the program costs after passes that left it flat, or a graph of kernels.
  price(costs) {
    for (const { Pass, Costs, TooBig } of costs) {
      const c = this.columns.find((c) => c.Pass === Pass);
      if (c) c.Costs = TooBig ? "too big to be counted here" : Costs.map(({ Name, N }) => `${Name}: ${N.toLocaleString("en")}`).join(", ");
    }
    this.root.dataset.costs = "counted";
    this.priced();
  }

  // priced shows what the program costs after the pass that is chosen.
  priced() {
    const line = this.pass.article.querySelector(".costs"), costs = this.columns[this.chosen].Costs;
    line.hidden = !costs;
    line.textContent = costs ? `Executed: ${costs}` : "";
  }

  // choose shows the program after pass number i of those that changed something.
  choose(i) {
    if (!this.columns?.[i]) return;
    this.chosen = i;
    const c = this.columns[i];
    for (const [k, chip] of [...this.strip.children].entries()) chip.setAttribute("aria-selected", String(k === i));
    const chip = this.strip.children[i];
    this.strip.scrollTo({ left: chip.offsetLeft - (this.strip.clientWidth - chip.offsetWidth) / 2, behavior: "smooth" });
    const [title, about, facts] = ["h2", ".about", ".facts"].map((s) => this.pass.article.querySelector(s));
    title.replaceChildren(element("span", "badge " + familyOf(c.Lang), c.Lang), document.createTextNode(" " + (c.Pass || "parsed")));
    about.textContent = c.Doc;
    const made = c.Lines.filter((l) => l.New).length;
    facts.replaceChildren(
      ...[`${c.Lines.length} lines, ${made} new`, ...(c.Counts ?? []).map((x) => `${x.Name}: ${x.N}`), ...(c.Said ?? [])].slice(0, 6).map((text) => element("span", "fact", text)),
    );
    this.priced();
    this.pass.from = c.Lines.map((l) => linesOf(l.Pos));
    this.pass.added = c.Lines.flatMap((l, k) => (l.New ? [[k + 1, "new"]] : []));
    setText(this.pass.view, c.Lines.map((l) => this.texts[l.T]).join("\n"));
    mark(this.pass.view, this.pass.added);
    this.pass.view.scrollDOM.scrollTop = 0;
  }

  // point is told the line of the program that is pointed at.
  point(line, clicked) {
    this.light(new Set(line ? [line] : []), undefined, clicked);
  }

  // light lights lines of the program, and what comes from them; from is the column that
  // is pointed at. A click scrolls there.
  light(lines, from, clicked) {
    if (document.body.dataset.view !== "pipeline") lines = new Set();
    mark(this.source(), [...lines].map((n) => [n, "lit"]));
    if (clicked && from && lines.size) show(this.source(), Math.min(...lines));
    for (const column of [this.pass, this.generated]) {
      const lit = column.from.flatMap((s, k) => ([...lines].some((n) => s.has(n)) ? [[k + 1, "lit"]] : []));
      mark(column.view, [...(column.added ?? []), ...lit]);
      if (clicked && column !== from && lit.length) show(column.view, lit[0][0]);
      if (column === this.generated) this.lit(lit.length);
    }
  }

  // lit says how many lines of what is generated are lit, most of which are out of sight.
  lit(n) {
    const more = n ? `; ${n.toLocaleString("en")} ${n === 1 ? "line is" : "lines are"} lit: click to go there` : "";
    this.generated.article.querySelector(".about").textContent = (this.size ?? "") + more;
  }
}
