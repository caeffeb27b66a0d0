// The editor, and panes that only show text. Both light up lines.
import { defaultKeymap, history, historyKeymap, indentWithTab, toggleComment } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, linter, setDiagnostics } from "@codemirror/lint";
import { EditorState, Prec, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { colours, dump, nesl } from "./nesl.js";

// Lines with a class: an effect gives them anew.
const give = StateEffect.define();
const classes = StateField.define({
  create: () => Decoration.none,
  update(lines, tr) {
    lines = lines.map(tr.changes);
    for (const e of tr.effects) {
      if (!e.is(give)) continue;
      const marks = e.value
        .filter(([n]) => n <= tr.state.doc.lines)
        .sort(([a], [b]) => a - b)
        .map(([n, name]) => Decoration.line({ class: name }).range(tr.state.doc.line(n).from));
      lines = Decoration.set(marks, true);
    }
    return lines;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// mark gives lines, which count from 1, classes: a list of [line, class].
export function mark(view, lines) {
  view.dispatch({ effects: give.of(lines) });
}

// show scrolls to a line.
export function show(view, line) {
  if (line > view.state.doc.lines) return;
  view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.line(line).from, { y: "center" }) });
}

// pointing tells the line that is pointed at, 0 for none, and whether it was clicked.
const pointing = (tell) => {
  const lineAt = (event, view) => {
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
    return view.state.doc.lineAt(at).number;
  };
  return EditorView.domEventHandlers({
    mousemove: (event, view) => void tell(lineAt(event, view), false),
    mouseleave: () => void tell(0, false),
    click: (event, view) => void tell(lineAt(event, view), true),
  });
};

// offset is where a place of the compiler is in a document; lines and columns count from 1.
export function offset(doc, line, col) {
  if (line < 1) return 0;
  const at = doc.line(Math.min(line, doc.lines));
  return Math.min(at.from + Math.max(col - 1, 0), at.to);
}

// diagnostics is the marks of the compiler for the editor.
function diagnostics(doc, marks) {
  return marks.map((m) => {
    const from = offset(doc, m.Line, m.Col);
    const more = [m.Message, ...(m.Notes ?? []).map((n) => n.Message), ...(m.Hint ? [`hint: ${m.Hint}`] : [])];
    return { from, to: Math.min(from + m.Width, doc.length), severity: m.Severity, source: m.Code, message: more.join("\n") };
  });
}

// setMarks shows mistakes that were found elsewhere than by checking.
export function setMarks(view, marks) {
  view.dispatch(setDiagnostics(view.state, diagnostics(view.state.doc, marks)));
}

// editor makes the editor. check gets the text and promises marks; changed and run are called.
export function editor(parent, text, { check, changed, run, point }) {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), history(), drawSelection(), bracketMatching(), highlightActiveLine(), indentUnit.of("  "), EditorView.lineWrapping,
        nesl, colours, classes, lintGutter(), pointing(point),
        linter(async (view) => diagnostics(view.state.doc, await check(view.state.doc.toString())), { delay: 300 }),
        Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => (run(), true) }, { key: "Mod-/", run: toggleComment }])),
        keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
        EditorView.contentAttributes.of({ "aria-label": "The program", spellcheck: "false", autocapitalize: "off" }),
      ],
    }),
  });
}

// pane makes a text that cannot be changed.
export function pane(parent, point, label) {
  return new EditorView({
    parent,
    state: EditorState.create({
      extensions: [EditorState.readOnly.of(true), EditorView.editable.of(false), lineNumbers(), dump, colours, classes, pointing(point),
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" })],
    }),
  });
}

// setText replaces the text of a view.
export function setText(view, text) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, scrollIntoView: false });
}
