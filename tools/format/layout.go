package format

// Where lines begin: a stack of what is open.

import "nessiec/grammar/nesl"

// A scope is something that goes over several tokens: a bracket, a let, an if, a case,
// or a form.
type scope struct {
	word    string // the bracket, let, in, if, else, case, or "" for a form
	column  int    // of that
	content int    // where its lines begin
	fresh   bool   // the next token decides about content
	id      int    // tells scopes apart
}

// layout is what is open.
type layout struct {
	scopes []scope
	opened int          // scopes so far
	tight  map[int]bool // colons without blanks
	prefix bool         // the last token is a minus before its operand
}

func (l *layout) top() *scope {
	if len(l.scopes) == 0 {
		return nil
	}
	return &l.scopes[len(l.scopes)-1]
}

func (l *layout) push(word string, column, content int, fresh bool) {
	l.opened++
	l.scopes = append(l.scopes, scope{word, column, content, fresh, l.opened})
}

func (l *layout) pop() { l.scopes = l.scopes[:len(l.scopes)-1] }

// bracket is the innermost open bracket, "" if there is none.
func (l *layout) bracket() string {
	for i := len(l.scopes) - 1; i >= 0; i-- {
		switch w := l.scopes[i].word; w {
		case "(", "[", "{":
			return w
		}
	}
	return ""
}

// until pops what is open above the innermost scope with one of the words, or above a
// bracket; it reports whether there is such a scope.
func (l *layout) until(words ...string) bool {
	for n := len(l.scopes); n > 0; n-- {
		w := l.scopes[n-1].word
		for _, word := range words {
			if w == word {
				l.scopes = l.scopes[:n]
				return true
			}
		}
		if w == "(" || w == "[" || w == "{" || w == "" {
			return false
		}
	}
	return false
}

// close ends what t ends.
func (l *layout) close(t nesl.Token) {
	switch t.Text {
	case "function", "datatype":
		l.scopes = l.scopes[:0]
	case ")", "]", "}":
		if t.Kind == nesl.Sign {
			for l.top() != nil && l.top().word != "(" && l.top().word != "[" && l.top().word != "{" {
				l.pop()
			}
		}
	case "in":
		l.until("let")
	case "then":
		l.until("if")
	case "else":
		l.until("then")
	case "of":
		l.until("case")
	case "|":
		if t.Kind == nesl.Sign && !l.until("of") {
			l.toBracket()
		}
	case ":":
		if l.bracket() == "{" {
			l.toBracket()
		}
	case ";", "$":
		if t.Kind == nesl.Sign && !l.until("let") {
			l.toBracket()
		}
	}
}

// toBracket pops what is open above the innermost bracket, or above the form.
func (l *layout) toBracket() {
	for n := len(l.scopes); n > 0; n-- {
		if w := l.scopes[n-1].word; w == "(" || w == "[" || w == "{" || w == "" {
			l.scopes = l.scopes[:n]
			return
		}
	}
}

// begin is the column at which a line with t at its front begins.
func (l *layout) begin(t nesl.Token) int {
	top := l.top()
	if top == nil {
		return 0
	}
	switch t.Text {
	case ")", "]", "}", "in", "then", "else", "of":
		if t.Kind != nesl.Literal && top.word != "" {
			return top.column
		}
	case "|":
		if top.word == "of" {
			return top.column
		}
	}
	return top.content
}

// see is told where a token stands that may be the first of a scope.
func (l *layout) see(at int) {
	if top := l.top(); top != nil && top.fresh {
		top.content, top.fresh = at, false
	}
}

// turn makes a scope its next part, whose lines begin where its first token stands, or
// two columns inside.
func (s *scope) turn(word string, fresh bool) { s.word, s.content, s.fresh = word, s.column+2, fresh }

// binding is the let of which t, a = sign, begins a value; nil if it does not.
func (l *layout) binding(t nesl.Token) *scope {
	if top := l.top(); t.Kind == nesl.Sign && t.Text == "=" && top != nil && top.word == "let" {
		return top
	}
	return nil
}

// open begins what t begins. at is its column, indent that of its line; last is whether
// it ends the line.
func (l *layout) open(t nesl.Token, prev *nesl.Token, at, indent int, last bool) {
	ends := t.Kind == nesl.Sign && (t.Text == ";" || t.Text == "$")
	if l.top() == nil {
		if ends {
			return
		}
		l.push("", at, at+4, false)
	}
	operand := prev != nil && prev.Kind != nesl.Comment && endsOperand(*prev)
	l.prefix = t.Kind == nesl.Sign && t.Text == "-" && !operand
	if t.Kind == nesl.Literal || t.Kind == nesl.Name {
		return
	}
	content := at + 1
	if last {
		content = indent + 2
	}
	switch t.Text {
	case "(", "[", "{":
		l.push(t.Text, at, content, false)
	case ")", "]", "}":
		if l.top().word != "" {
			l.pop()
		}
	case "let":
		l.push("let", at, at+4, !last)
	case "in":
		if top := l.top(); top.word == "let" {
			top.turn("in", !last)
		}
	case "if":
		column := at
		if top := l.top(); top.word == "else" && prev != nil && prev.Text == "else" {
			column = top.column
		}
		l.push("if", column, column+3, !last)
	case "then":
		if top := l.top(); top.word == "if" {
			top.turn("then", !last)
		}
	case "else":
		if top := l.top(); top.word == "then" {
			top.turn("else", !last)
		}
	case "case":
		l.push("case", at, at+5, !last)
	case "of":
		if top := l.top(); top.word == "case" {
			top.turn("of", false)
		}
	case "=":
		if top := l.top(); top.word == "" {
			top.content = top.column + 2
		}
	case ";", "$":
		if l.top().word == "" {
			l.scopes = l.scopes[:0]
		}
	}
}
