package session

// Tests and benchmarks in comments:
//
//	% test: quicksort([2, 1]) = [1, 2] %
//	% test: [1][5] fails "out of bounds" %
//	% bench: quicksort(keys) %

import (
	"fmt"
	"strings"
	"unicode/utf8"

	neslparser "nessiec/grammar/nesl"
	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
)

// A Test says what an expression is, or how it fails.
type Test struct {
	Pos   ir.Pos // of the expression
	Text  string // of the comment, without test:
	Expr  nesl.Expr
	Want  nesl.Expr // nil if it fails
	Fails string    // a part of the message
}

// Tests are those in the comments of the files that were parsed, in their order.
// Mistakes in them go to d.
func (s *Session) Tests(d *diag.List) (tests []Test) {
	s.marked("test:", func(file int, source string, at int, text string) {
		if t, ok := readTest(file, source, at, text, d); ok {
			tests = append(tests, t)
		}
	})
	return tests
}

// A Bench is an expression that is to be measured:
//
//	% bench: quicksort(keys) %
type Bench struct {
	Pos  ir.Pos // of the expression
	Text string // of the comment, without bench:
	Expr nesl.Expr
}

// Benches are those in the comments of the files that were parsed, in their order.
// Mistakes in them go to d.
func (s *Session) Benches(d *diag.List) (benches []Bench) {
	s.marked("bench:", func(file int, source string, at int, text string) {
		b := Bench{Text: strings.Join(strings.Fields(text), " ")}
		b.Pos = position(file, source, at+len(text)-len(strings.TrimLeft(text, " \t\r\n")))
		if b.Expr = parseAt(file, source, at, text, d); b.Expr != nil {
			benches = append(benches, b)
		}
	})
	return benches
}

// marked calls f for the comments of all files that begin with a mark: with their text
// behind it, which is at an offset in the source.
func (s *Session) marked(mark string, f func(file int, source string, at int, text string)) {
	for i, file := range s.Files {
		for _, c := range comments(file.Source) {
			text := file.Source[c.start+1 : c.end-1]
			if rest, ok := strings.CutPrefix(strings.TrimLeft(text, " \t\r\n"), mark); ok {
				f(i, file.Source, c.end-1-len(rest), rest)
			}
		}
	}
}

// A span is a part of a text.
type span struct{ start, end int }

// comments finds the comments of a text, with their signs.
func comments(text string) (all []span) {
	for i := 0; i < len(text); {
		n := 1
		switch text[i] {
		case '%', '"':
			n = closed(text[i:])
			if text[i] == '%' && n > 0 {
				all = append(all, span{i, i + n})
			}
			if n == 0 { // a mistake of the program
				return all
			}
		case '`':
			n = 2
		}
		i += n
	}
	return all
}

// closed is the length of the comment or string at the start of text; 0 if it has no
// end.
func closed(text string) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == text[0]:
			return i + 1
		case text[i] == '\\' && text[0] == '"':
			i++
		}
	}
	return 0
}

// readTest reads the test at offset at of a file.
func readTest(file int, source string, at int, text string, d *diag.List) (t Test, ok bool) {
	expr, want, fails := split(text)
	t = Test{Pos: position(file, source, at+len(expr)-len(strings.TrimLeft(expr, " \t\r\n"))), Text: strings.Join(strings.Fields(text), " ")}
	if want < 0 {
		d.Errorf(t.Pos, "E0129", "a test is `e = v` or `e fails \"text\"`")
		return t, false
	}
	t.Expr = parseAt(file, source, at, expr, d)
	if fails {
		quoted, isString := parseAt(file, source, at+want, text[want:], d).(*nesl.Eval)
		if !isString {
			return t, false
		}
		message, isString := quoted.Body.(*nesl.String)
		if !isString {
			d.Errorf(position(file, source, at+want+1), "E0129", "a test is `e = v` or `e fails \"text\"`")
			return t, false
		}
		t.Fails = message.Val
	} else {
		t.Want = parseAt(file, source, at+want, text[want:], d)
	}
	return t, t.Expr != nil && (fails || t.Want != nil)
}

// split finds where the expression of a test ends, and what it should be begins: the
// last = that is no part of an operator, or fails before a string, outside of
// brackets. want is -1 if there is
// none.
func split(text string) (expr string, want int, fails bool) {
	expr, want = text, -1
	depth := 0
	for i := 0; i < len(text); {
		n := 1
		switch c := text[i]; {
		case c == '"':
			n = max(1, closed(text[i:]))
		case c == '`':
			n = 2
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		case depth > 0:
		case strings.IndexByte("=<>/:", c) >= 0:
			n = operator(text[i:])
			if n == 1 && c == '=' {
				expr, want, fails = text[:i], i+1, false
			}
		case strings.HasPrefix(text[i:], "fails") && i > 0 && strings.IndexByte(" \t\n)]}", text[i-1]) >= 0 &&
			strings.HasPrefix(strings.TrimLeft(text[i+5:], " \t\r\n"), `"`):
			expr, want, fails = text[:i], i+5, true
		}
		i += n
	}
	return expr, want, fails
}

// operator is the length of the operator at the start of text.
func operator(text string) int {
	for _, op := range []string{"==", "=>", "<=", ">=", "/=", ":="} {
		if strings.HasPrefix(text, op) {
			return len(op)
		}
	}
	return 1
}

// position is where the byte at an offset of a file is.
func position(file int, source string, offset int) ir.Pos {
	before := source[:offset]
	line := strings.LastIndexByte(before, '\n') + 1
	return ir.MakePos(file, 1+strings.Count(before, "\n"), 1+utf8.RuneCountInString(before[line:]))
}

// parseAt parses an expression that stands at an offset of a file, so that its
// positions are those in the file. It is nil if there are mistakes.
func parseAt(file int, source string, offset int, text string, d *diag.List) nesl.Expr {
	at := position(file, source, offset)
	before := d.NumErrors()
	m := neslparser.Parse(file, strings.Repeat("\n", at.Line()-1)+strings.Repeat(" ", at.Col()-1)+text, d)
	switch {
	case d.NumErrors() > before:
		return nil
	case len(m.Forms) != 1 || m.Forms[0].Form() != nesl.FormEval:
		d.Errorf(at, "E0129", "expected an expression, found %s", describe(m.Forms))
		return nil
	}
	return m.Forms[0]
}

func describe(forms []nesl.Expr) string {
	if len(forms) == 1 {
		return "a definition"
	}
	return fmt.Sprintf("%d forms", len(forms))
}
