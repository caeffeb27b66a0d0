// NESL for the editor: its words, and the colours of them.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const words = (text) => new Set(text.split(" "));
const keywords = words("function datatype let in if then else and or xor nand nor not load set time");
const typeNames = words("int float bool char stream any number ordinal logical scalar ordered");
const constants = words("t f pi max_int min_int");

// A token begins with what is looked at here; comments may have several lines.
function token(stream, state) {
  if (state.comment) {
    if (stream.skipTo("%")) {
      stream.next();
      state.comment = false;
    } else stream.skipToEnd();
    return "comment";
  }
  if (stream.eatSpace()) return null;
  if (stream.match(/^(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?/)) return "number";
  if (stream.match(/^"([^"\\]|\\.)*"?/) || stream.match(/^`(\\.|.)/)) return "string";
  if (stream.match(/^[A-Za-z_]\w*/)) {
    const word = stream.current().toLowerCase();
    if (keywords.has(word)) return "keyword";
    if (typeNames.has(word)) return "typeName";
    if (constants.has(word)) return "atom";
    return stream.match(/^\s*\(/, false) ? "variableName.function" : "variableName";
  }
  if (stream.peek() === "%") {
    stream.next();
    state.comment = true;
    return "comment";
  }
  if (stream.match(/^(->|<-|=>|:=|\+\+|==|\/=|<=|>=|::|[-+*/^#@|<>=:])/)) return "operator";
  return stream.next(), "punctuation";
}

export const nesl = StreamLanguage.define({
  name: "nesl",
  startState: () => ({ comment: false }),
  token,
  languageData: { commentTokens: { block: { open: "%", close: "%" } } },
});

// Text of passes and of targets: parentheses, words, numbers.
const ofC = words("if else for while return void int double static const");
export const dump = StreamLanguage.define({
  name: "dump",
  startState: () => ({}),
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^(;;|\/\/).*/) || stream.match(/^\/\*.*?\*\//) || stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"([^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^@[\d:]+/)) return "comment";
    if (stream.match(/^-?(0x[\da-f]+|\d+\.?\d*(e[-+]?\d+)?)/)) return "number";
    if (stream.match(/^[$%][\w.-]+/)) return "variableName";
    if (stream.match(/^[A-Za-z_][\w.-]*/)) {
      const word = stream.current(), head = stream.string[stream.start - 1] === "(";
      return head || ofC.has(word) || word.startsWith("__") ? "keyword" : "variableName";
    }
    return stream.next(), "punctuation";
  },
});

const colour = (tag, name, more = {}) => ({ tag, color: `var(--${name})`, ...more });
export const colours = syntaxHighlighting(
  HighlightStyle.define([
    colour(tags.keyword, "keyword", { fontWeight: "600" }),
    colour(tags.typeName, "type"),
    colour(tags.atom, "number"),
    colour(tags.number, "number"),
    colour(tags.string, "string"),
    colour(tags.comment, "comment", { fontStyle: "italic" }),
    colour(tags.operator, "operator"),
    colour(tags.punctuation, "operator"),
    colour(tags.function(tags.variableName), "call"),
  ]),
);
