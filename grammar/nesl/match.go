// Running ANTLR over one form. The first mismatch stops it: ANTLR's own
// recovery would guess, and guesses make follow-up errors.

package nesl

import (
	"github.com/antlr4-go/antlr/v4"

	"nessiec/grammar/nesl/gen"
)

// match reads one form. At a mistake it adds an error and returns the index of
// the token at which it stopped; otherwise bad is negative.
func (p *parser) match() (tree *gen.FormContext, bad int) {
	defer func() {
		if r := recover(); r != nil {
			m, ok := r.(mismatch)
			if !ok {
				panic(r)
			}
			bad = m.token.GetTokenIndex()
			p.rules = newRules(p)
		}
	}()
	return p.rules.Form().(*gen.FormContext), -1
}

// newRules makes the generated parser. It reads p.toks from where they are.
func newRules(p *parser) *gen.NeslParser {
	at := p.toks.Index()
	r := gen.NewNeslParser(p.toks)
	r.RemoveErrorListeners()
	r.SetErrorHandler(&strategy{antlr.NewDefaultErrorStrategy(), p})
	p.toks.Seek(at)
	return r
}

// mismatch is the panic that leaves the generated parser; match recovers it.
type mismatch struct{ token antlr.Token }

// strategy makes ANTLR stop at the first mistake.
type strategy struct {
	*antlr.DefaultErrorStrategy
	p *parser
}

// RecoverInline is called where one token was expected and another one stands.
func (s *strategy) RecoverInline(r antlr.Parser) antlr.Token {
	s.fail(r, r.GetCurrentToken())
	return nil
}

// Recover is called where no alternative of a rule fits.
func (s *strategy) Recover(r antlr.Parser, e antlr.RecognitionException) {
	t := e.GetOffendingToken()
	if t == nil {
		t = r.GetCurrentToken()
	}
	s.fail(r, t)
}

// Sync would look for mistakes before rules do.
func (s *strategy) Sync(antlr.Parser) {}

// ReportError is left to Recover, which follows it.
func (s *strategy) ReportError(antlr.Parser, antlr.RecognitionException) {}

func (s *strategy) fail(r antlr.Parser, t antlr.Token) {
	ctx := r.GetParserRuleContext()
	from := ctx
	for from.GetParent() != nil {
		from = from.GetParent().(antlr.ParserRuleContext)
	}
	// A token that lex.go has reported explains the rest.
	if !s.p.strayIn(from.GetStart().GetTokenIndex(), t.GetTokenIndex()) {
		s.p.explain(t, where(ctx), expected(r))
	}
	panic(mismatch{t})
}

// expected is the set of token types that could have stood where r is.
func expected(r antlr.Parser) map[int]bool {
	set := map[int]bool{}
	for _, in := range r.GetExpectedTokens().GetIntervals() {
		for k := in.Start; k < in.Stop; k++ {
			set[k] = true
		}
	}
	return set
}
