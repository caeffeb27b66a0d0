// Mistakes that the grammar finds, in words.

package nesl

import (
	"strings"

	"github.com/antlr4-go/antlr/v4"

	"nessiec/grammar/nesl/gen"
	"nessiec/ir/diag"
)

// place is where in a form a mistake was found.
type place struct {
	bracket antlr.Token // the innermost bracket that is open, nil if none is
	inside  string      // innermost thing being read: "pattern", "type", "binding" ...
	let     bool        // in the bindings of a let
}

// where walks outward from the rule in which ANTLR stopped.
func where(ctx antlr.ParserRuleContext) (at place) {
	for {
		switch c := ctx.(type) {
		case *gen.ParenContext, *gen.BracketContext, *gen.BraceContext:
			if at.bracket == nil {
				at.bracket = ctx.GetStart()
			}
		case *gen.ContextContext:
			if c.LPAREN() != nil && at.bracket == nil {
				at.bracket = c.LPAREN().GetSymbol()
			}
		case *gen.LocalContext:
			at.let = at.let || at.bracket == nil && c.IN() == nil
		}
		if name := ruleNames[ctx.GetRuleIndex()]; name != "" && at.inside == "" {
			at.inside = name
		}
		if ctx.GetParent() == nil {
			return at
		}
		ctx = ctx.GetParent().(antlr.ParserRuleContext)
	}
}

// ruleNames names what a rule reads where that helps.
var ruleNames = map[int]string{
	gen.NeslParserRULE_paren:     "expression",
	gen.NeslParserRULE_bracket:   "expression",
	gen.NeslParserRULE_brace:     "expression",
	gen.NeslParserRULE_tail:      "expression",
	gen.NeslParserRULE_statement: "expression",
	gen.NeslParserRULE_pattern:   "pattern",
	gen.NeslParserRULE_type:      "type",
	gen.NeslParserRULE_binding:   "binding",
	gen.NeslParserRULE_arm:       "expression",
	gen.NeslParserRULE_function:  "function",
}

// closers pairs the brackets.
var closers = map[int]int{
	gen.NeslParserLPAREN: gen.NeslParserRPAREN,
	gen.NeslParserLBRACK: gen.NeslParserRBRACK,
	gen.NeslParserLBRACE: gen.NeslParserRBRACE,
}

// explain adds the error for token t, found where want was expected.
func (p *parser) explain(t antlr.Token, at place, want map[int]bool) {
	e := p.explainBracket(t, at, want)
	if e == nil {
		e = p.explainWord(t, want)
	}
	if e == nil && t.GetTokenType() == gen.NeslParserEQUALS {
		e = p.explainEquals(t, at)
	}
	if e == nil {
		e = p.errorf(t, "E0110", "expected %s, found %s", expectation(want, at, t.GetTokenType()), spell(t))
		e.Hint = habit(t, at, want)
	}
	p.noteHidden(e, t)
}

// habit is a hint for what is written otherwise elsewhere, or "".
func habit(t antlr.Token, at place, want map[int]bool) string {
	inside := 0
	if at.bracket != nil {
		inside = at.bracket.GetTokenType()
	}
	switch kind := t.GetTokenType(); {
	case at.let && endsForm(t):
		return "a let is let NAME = VALUE; ... in EXPRESSION"
	case want[gen.NeslParserELSE] && endsForm(t):
		return "an if has two branches: if CONDITION then A else B"
	case kind == gen.NeslParserCOLON && inside == gen.NeslParserLPAREN:
		return "types stand behind the parameters of a function: function f(x, y) : (int, int) -> int = ..."
	case kind == gen.NeslParserIN && inside == gen.NeslParserLBRACE:
		return "sequences are separated by semicolons: {x + y : x in v; y in w}"
	case kind == gen.NeslParserIN && inside == gen.NeslParserLBRACK:
		return "an apply-to-each stands in braces: {x + 1 : x in v}"
	}
	return ""
}

// explainBracket explains brackets without their other half.
func (p *parser) explainBracket(t antlr.Token, at place, want map[int]bool) *diag.Diagnostic {
	kind := t.GetTokenType()
	closing := kind == gen.NeslParserRPAREN || kind == gen.NeslParserRBRACK || kind == gen.NeslParserRBRACE
	if at.bracket == nil {
		if closing {
			return p.errorf(t, "E0111", "%s closes nothing", spell(t))
		}
		return nil
	}
	closer := closers[at.bracket.GetTokenType()]
	lost := endsForm(t) && (want[closer] || kind != gen.NeslParserSEMI)
	if kind == closer || !closing && !lost {
		return nil
	}
	return p.errorf(t, "E0111", "expected %s, found %s", literal(closer), spell(t)).
		Note(p.pos(at.bracket), 1, "it would close this "+spell(at.bracket))
}

// explainWord explains words in the wrong place.
func (p *parser) explainWord(t antlr.Token, want map[int]bool) *diag.Diagnostic {
	kind := t.GetTokenType()
	switch {
	case kind == gen.NeslParserRESERVED:
		e := p.errorf(t, "E0105", "%s is a reserved word", spell(t))
		if strings.EqualFold(t.GetText(), "pair") {
			e.Hint = "pairs are written with a comma: (a, b)"
		}
		return e
	case (kind == gen.NeslParserFUNCTION || kind == gen.NeslParserDATATYPE) && want[gen.NeslParserSEMI]:
		return p.missingSemicolon(p.toks.LT(-1), spell(t))
	case want[gen.NeslParserNAME] && !want[gen.NeslParserINT] && isWord(t):
		return p.reservedName(t)
	case want[gen.NeslParserSEMI] && p.behindParameter():
		return p.errorf(t, "E0110", "expected `:` or `=` behind the parameter of a function, found %s", spell(t)).
			WithHint("several parameters stand in one pair of parentheses: function f(x, y)")
	}
	return nil
}

// behindParameter reports whether function NAME PARAMETER ends here.
func (p *parser) behindParameter() bool {
	k := p.patternStart(-1)
	return p.typeAt(k-1) == gen.NeslParserFUNCTION || p.typeAt(k-2) == gen.NeslParserFUNCTION
}

// reservedName adds the error for a word that was used as a name.
func (p *parser) reservedName(t antlr.Token) *diag.Diagnostic {
	why := "is a reserved word"
	switch strings.ToLower(t.GetText()) {
	case "t":
		why = "is the constant true"
	case "f":
		why = "is the constant false"
	}
	return p.errorf(t, "E0105", "%s %s and cannot be a name", spell(t), why).WithHint(anotherName)
}

// anotherName is what to do about a reserved word.
const anotherName = "choose a name that is no word of the language, such as fx or t1"

// isWord reports whether t looks like a name but is a word of the language.
func isWord(t antlr.Token) bool {
	kind := t.GetTokenType()
	return kind >= gen.NeslParserIF && kind <= gen.NeslParserRESERVED
}

// explainEquals explains a '=' that is no definition: two forms without ';', a
// bracket that a definition before should have closed, or a comparison.
func (p *parser) explainEquals(t antlr.Token, at place) *diag.Diagnostic {
	if word := p.toks.LT(-1); word != nil && isWord(word) {
		return p.reservedName(word)
	}
	if before := p.lineBreak(); before != nil {
		return p.missingSemicolon(before, "the definition on the next line")
	}
	k := p.patternStart(-1)
	first, before := p.toks.LT(k), p.toks.LT(k-1)
	if at.bracket != nil && before != nil && before.GetTokenType() == gen.NeslParserSEMI && before.GetLine() < first.GetLine() {
		return p.report(p.pos(before), 1, "E0111", "expected %s before the definition on the next line", literal(closers[at.bracket.GetTokenType()])).
			Note(p.pos(at.bracket), 1, "it would close this "+spell(at.bracket))
	}
	return p.errorf(t, "E0120", "`=` defines a name and does not compare").
		WithHint("equality is written ==")
}

// missingSemicolon adds the error for a form or binding that does not end
// after the token before.
func (p *parser) missingSemicolon(before antlr.Token, next string) *diag.Diagnostic {
	return p.report(p.after(before), 1, "E0121", "expected `;` before %s", next).
		WithHint("every form, and every binding of a let but the last, ends with ;")
}

// lineBreak looks at the pattern that ends before the current token. If it
// begins a line, so that a form or binding has not ended before it, the token
// before it is returned, else nil.
func (p *parser) lineBreak() antlr.Token {
	k := p.patternStart(-1)
	first, before := p.toks.LT(k), p.toks.LT(k-1)
	if first == nil || before == nil || p.after(before).Line() == p.pos(first).Line() {
		return nil
	}
	switch before.GetTokenType() {
	case gen.NeslParserSEMI, gen.NeslParserLET, gen.NeslParserFUNCTION, gen.NeslParserEQUALS:
		return nil
	}
	return before
}

// patternStart goes from the last token of a pattern to its first; both are
// counted backwards from here.
func (p *parser) patternStart(k int) int {
	for {
		depth := 0
		for t := p.toks.LT(k); t != nil; t = p.toks.LT(k) {
			switch t.GetTokenType() {
			case gen.NeslParserRPAREN:
				depth++
			case gen.NeslParserLPAREN:
				depth--
			}
			if depth <= 0 {
				break
			}
			k--
		}
		if p.typeAt(k) == gen.NeslParserLPAREN && p.typeAt(k-1) == gen.NeslParserNAME {
			k--
		}
		if p.typeAt(k-1) != gen.NeslParserCOMMA {
			return k
		}
		k -= 2
	}
}

// typeAt is the type of the k-th token from here, 0 if there is none.
func (p *parser) typeAt(k int) int {
	if t := p.toks.LT(k); t != nil {
		return t.GetTokenType()
	}
	return 0
}

// noteHidden points at a comment or a string over several lines before t: the
// sign of a % that was meant as an operator, or of a lost quote. It reports
// whether there is one.
func (p *parser) noteHidden(e *diag.Diagnostic, t antlr.Token) (found bool) {
	for i := t.GetTokenIndex() - 1; i >= 0; i-- {
		h := p.toks.Get(i)
		long := strings.Contains(h.GetText(), "\n")
		switch {
		case h.GetTokenType() == gen.NeslParserCOMMENT:
			if long && i > 0 && p.after(p.toks.Get(i-1)).Line() == h.GetLine() {
				e.Note(p.pos(h), 1, "a comment begins here and ends on a later line")
				found = true
			}
			continue
		case h.GetTokenType() == gen.NeslParserSTRING && long:
			e.Note(p.pos(h), 1, "a string begins here and ends on a later line")
			found = true
		}
		return found
	}
	return found
}

// expectation says what could have stood in a place.
func expectation(want map[int]bool, at place, found int) string {
	var words []string
	for _, k := range enders {
		if want[k] && k != found && (k != gen.NeslParserDARROW || !want[gen.NeslParserPLUS]) { // there it is an operator
			words = append(words, literal(k))
		}
	}
	switch {
	case want[gen.NeslParserNAME] && want[gen.NeslParserINT] && (len(words) == 0 || !want[gen.NeslParserPLUS]):
		return article(at.inside)
	case len(words) == 0 && want[gen.NeslParserNAME]:
		return "a name"
	case len(words) == 0:
		return "something else"
	case len(words) == 1:
		return words[0]
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " or " + words[n]
}

// enders are the tokens worth naming, in the order in which messages name
// them; operators are never what is missing.
var enders = []int{
	gen.NeslParserEQUALS, gen.NeslParserDARROW, gen.NeslParserOF, gen.NeslParserTHEN, gen.NeslParserELSE, gen.NeslParserIN, gen.NeslParserCOLON,
	gen.NeslParserSEMI, gen.NeslParserBAR, gen.NeslParserRPAREN, gen.NeslParserRBRACK, gen.NeslParserRBRACE,
}

func article(thing string) string {
	switch thing {
	case "pattern", "type":
		return "a " + thing
	case "binding":
		return "a pattern"
	}
	return "an expression"
}

// literal is how a token is written.
func literal(kind int) string {
	name := gen.NeslParserStaticData.LiteralNames
	if kind == gen.NeslParserSEMI {
		return "`;`"
	}
	return "`" + strings.Trim(name[kind], "'") + "`"
}
