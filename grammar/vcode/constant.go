package vcode

// Constants.

import (
	"errors"
	"strconv"
	"strings"

	"nessiec/ir"
	"nessiec/ir/types"
	"nessiec/ir/vcode"
)

// streams are the constants that name streams.
var streams = map[string]int64{"STDIN": 0, "STDOUT": 1, "STDERR": 2, "NULL_STREAM": -1}

// constant reads what stands behind CONST; nil if it has a mistake.
func (p *parser) constant(t token) vcode.Expr {
	word := p.tok
	typ := vcode.ParseTypeWord(word.text)
	if word.str || typ == nil {
		p.fail(word, "E0503", "expected a type behind CONST, found %s", word.spell()).WithHint("it is one of INT FLOAT BOOL CHAR SEGDES")
		return nil
	}
	p.advance()
	out := &vcode.Const{Node: ir.At(p.pos(t))}
	switch {
	case p.tok.str && typ == types.Char:
		s := p.advance().text
		for i := range len(s) {
			out.Vals = append(out.Vals, &vcode.Int{Val: int64(s[i])})
		}
		return vector(out, types.Int)
	case p.is("("):
		return p.vector(out, word, typ)
	}
	v := p.literal(word, typ)
	if v == nil {
		return nil
	}
	out.Vals = []vcode.Expr{v}
	if typ == types.Sd {
		if n, ok := v.(*vcode.Int); ok && n.Val < 0 {
			p.fail(word, "E0504", "a segment has no negative length")
			return nil
		}
		out.Type = vcode.OneSegment
		return out
	}
	return vector(out, codes(typ))
}

// codes is the type of elements: characters are ints.
func codes(t *types.Type) *types.Type {
	if t == types.Char {
		return types.Int
	}
	return t
}

// vector gives a constant of elements of type t its type.
func vector(c *vcode.Const, t *types.Type) vcode.Expr {
	if c.Type = types.Vec(t); len(c.Vals) == 1 {
		c.Type = t
	}
	return c
}

// vector reads ( elements ).
func (p *parser) vector(out *vcode.Const, word token, typ *types.Type) vcode.Expr {
	open := p.advance()
	if typ == types.Sd {
		p.fail(open, "E0504", "a constant descriptor has one segment").
			WithHint("several segments are made of their lengths: CONST INT ( 2 3 ) MAKE_SEGDES")
	}
	good := true
	for !p.is(")") {
		if p.tok.text == "" && !p.tok.str {
			p.fail(open, "E0504", "this ( is never closed")
			return nil
		}
		v := p.literal(word, typ)
		if v == nil {
			good = false
			break
		}
		out.Vals = append(out.Vals, v)
	}
	if !good { // the rest is not looked at
		for !p.is(")") && !p.is("RET") && (p.tok.text != "" || p.tok.str) {
			p.advance()
		}
	}
	if p.is(")") {
		p.advance()
	}
	if !good || typ == types.Sd {
		return nil
	}
	return vector(out, codes(typ))
}

// literal reads one element; nil if it is none of the type.
func (p *parser) literal(word token, typ *types.Type) vcode.Expr {
	t := p.advance()
	at := ir.At(p.pos(t))
	if !t.str {
		switch typ.Kind {
		case types.KFloat:
			f, err := strconv.ParseFloat(t.text, 64)
			if decimal(t.text) && strings.Contains(t.text, ".") && err == nil {
				return &vcode.Float{Node: at, Val: f}
			}
		case types.KBool:
			if t.text == "T" || t.text == "F" {
				return &vcode.Bool{Node: at, Val: t.text == "T"}
			}
		default:
			n, err := strconv.ParseInt(t.text, 10, 64)
			if s, ok := streams[t.text]; ok && typ == types.Int {
				n, err = s, nil
			}
			if err == nil {
				return &vcode.Int{Node: at, Val: n}
			}
			if errors.Is(err, strconv.ErrRange) {
				p.fail(t, "E0504", "the number %s is out of range", t.spell())
				return nil
			}
		}
	}
	p.fail(t, "E0504", "expected a constant of type %s, found %s", word.text, t.spell()).WithHint(examples[typ.Kind])
	return nil
}

// decimal reports whether s is made of the characters of a decimal number.
func decimal(s string) bool { return strings.Trim(s, "0123456789.+-eE") == "" }

// examples say what constants look like.
var examples = map[types.Kind]string{
	types.KInt: "like 3 or -3, or ( 1 2 )", types.KFloat: "a float has a point, like 3. or -1.5e+10", types.KBool: "T or F, or ( T F )",
	types.KChar: `like 97 or "abc"`, types.KSd: "the length of the one segment, like 3",
}
