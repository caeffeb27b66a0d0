// What a program prints, draws and costs, and how it fails.
import { picture } from "./picture.js";

const MOST = 400_000; // characters that are shown

const element = (name, className, text) => Object.assign(document.createElement(name), { className, textContent: text });

// seconds, bytes and counts for readers.
export const seconds = (s) => (s < 0.0995 ? `${(s * 1e3).toPrecision(2)} ms` : `${s.toPrecision(2)} s`);
export function bytes(n) {
  const unit = ["B", "kB", "MB", "GB"], i = n > 0 ? Math.min(Math.floor(Math.log(n) / Math.log(1000)), 3) : 0;
  return `${i ? (n / 1000 ** i).toPrecision(3) : n} ${unit[i]}`;
}

export class Output {
  // goTo is called with a line and a column that were clicked.
  constructor(results, costs, goTo) {
    Object.assign(this, { results, costs, goTo });
  }

  clear() {
    this.results.replaceChildren();
    this.costs.hidden = true;
    this.text = undefined;
    this.shown = 0;
    this.decoder = new TextDecoder();
  }

  add(node) {
    const atEnd = this.results.scrollHeight - this.results.scrollTop - this.results.clientHeight < 40;
    this.results.append(node);
    this.text = undefined;
    if (atEnd) this.results.scrollTop = this.results.scrollHeight;
    return node;
  }

  print(chunk) {
    if (this.shown > MOST) return;
    const more = this.decoder.decode(chunk, { stream: true });
    this.shown += more.length;
    if (!this.text) this.text = this.add(element("pre", "printed", ""));
    this.rest = (this.rest ?? "") + more;
    const lines = this.rest.split("\n");
    this.rest = lines.pop();
    for (const line of lines) this.text.append(this.line(line + "\n"));
    if (this.rest) {
      this.text.append(this.line(this.rest));
      this.rest = "";
    }
    if (this.shown > MOST) this.add(element("p", "note", "There is more, which is not shown."));
  }

  // line is a line of the output; of a result, the type is set apart.
  line(text) {
    const function_ = /^(\S+) = (fn) : (.*)\n$/.exec(text);
    if (function_) {
      const span = element("span", "defined", "");
      span.append(element("b", "", function_[1]), ` : ${function_[3]}\n`);
      return span;
    }
    return document.createTextNode(text);
  }

  picture(p) {
    this.add(picture(p)).draw();
  }

  redraw() {
    for (const figure of this.results.querySelectorAll("figure")) figure.draw();
  }

  // place is text in which places of the program are links.
  place(text) {
    const span = element("span", "", "");
    let at = 0;
    for (const m of text.matchAll(/program:(\d+):(\d+)/g)) {
      const link = element("button", "place", `${m[1]}:${m[2]}`);
      link.onclick = () => this.goTo(Number(m[1]), Number(m[2]));
      span.append(text.slice(at, m.index), link);
      at = m.index + m[0].length;
    }
    span.append(text.slice(at));
    return span;
  }

  // problem says why there is no result, or no more of it.
  problem(title, lines = []) {
    const box = element("div", "problem", "");
    box.append(element("strong", "", title));
    for (const line of lines) {
      const p = element("p", "", "");
      p.append(this.place(line));
      box.append(p);
    }
    this.add(box);
  }

  note(text) {
    this.add(element("p", "note", text));
  }

  report(report) {
    const errors = report.Marks.filter((m) => m.Severity === "error");
    for (const m of errors) this.problem(m.Message, [`at program:${m.Line}:${m.Col}  ${m.Code}`, ...(m.Hint ? [`hint: ${m.Hint}`] : [])]);
    if (report.Failed) this.problem(report.Failed, report.Where ?? []);
    if (report.Cost) this.cost(report.Cost);
  }

  cost(c) {
    const facts = [["kernels", c.Kernels, "in the module"], ["launches", c.Launches, "of kernels"], ["waits", c.Waits, "of the host for what kernels make"],
      ["memory", bytes(c.Bytes), `most bytes of arrays at a time; ${c.Arrays} arrays were made`], ["compiled", seconds(c.Compile), `to a module of ${bytes(c.Module)}`], ["ran", seconds(c.Run), ""]];
    this.costs.replaceChildren(...facts.map(([name, n, title]) => {
      const box = Object.assign(element("div", "", ""), { title });
      box.append(element("dt", "", name), element("dd", "", String(n)));
      return box;
    }));
    this.costs.hidden = false;
  }
}
