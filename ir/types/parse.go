package types

// Parse reads the text form of types and sizes.

import (
	"fmt"
	"strconv"
	"strings"
)

// Parse reads what Type.String wrote.
func Parse(s string) (*Type, error) {
	t, value, err := ParseValue(s)
	if err == nil && value != nil {
		err = fmt.Errorf("bad type %s: a type has no value", s)
	}
	return t, err
}

// ParseValue reads the type of a variable and, where = follows, its value.
func ParseValue(s string) (t *Type, value *Size, err error) {
	p := &parser{s: s}
	defer func() {
		if e, ok := recover().(parseError); ok {
			t, value, err = nil, nil, fmt.Errorf("bad type %s: %s", s, string(e))
		}
	}()
	t = p.typ()
	if p.eat("=") {
		value = p.size()
	}
	if p.i != len(s) {
		p.fail("unexpected text after the type")
	}
	return t, value, nil
}

type parseError string

type parser struct {
	s string
	i int
}

func (p *parser) fail(msg string) { panic(parseError(msg)) }

func (p *parser) eat(lit string) bool {
	if strings.HasPrefix(p.s[p.i:], lit) {
		p.i += len(lit)
		return true
	}
	return false
}

func (p *parser) want(lit string) {
	if !p.eat(lit) {
		p.fail("expected " + lit)
	}
}

// word reads up to a delimiter.
func (p *parser) word() string {
	j := p.i
	for j < len(p.s) && !strings.ContainsRune(" <>[]{},#/=", rune(p.s[j])) {
		j++
	}
	w := p.s[p.i:j]
	p.i = j
	return w
}

func (p *parser) typ() *Type {
	switch {
	case p.eat("["):
		return p.rest(Type{Kind: KSeq}, "]", 1)
	case p.eat("<"):
		return p.rest(Type{Kind: KTuple}, ">", -1)
	case p.eat("'"):
		name := p.word()
		p.want("/")
		c, ok := ParseClass(p.word())
		if !ok {
			p.fail("unknown class")
		}
		return TVar(name, c)
	}
	w := p.word()
	switch w {
	case "int":
		return Int
	case "float":
		return Float
	case "bool":
		return Bool
	case "char":
		return Char
	case "stream":
		return Stream
	}
	p.want("<")
	switch w {
	case "data":
		return p.rest(Type{Kind: KData, Name: p.head()}, ">", -1)
	case "sum":
		return p.sum(p.head())
	case "con":
		return p.rest(Type{Kind: KCon, Name: p.head()}, ">", -1)
	case "ref":
		return p.rest(Type{Kind: KRef, Name: p.head()}, ">", -1)
	case "fun":
		return p.rest(Type{Kind: KFun}, ">", 3)
	case "clo":
		return p.rest(Type{Kind: KClo, Name: p.head()}, ">", -1)
	case "vec":
		return p.rest(Type{Kind: KVec}, ">", 1)
	case "sd":
		return p.rest(Type{Kind: KSd}, ">", 0)
	case "buf":
		return p.rest(Type{Kind: KBuf, Name: p.head()}, ">", 1)
	case "lanes":
		n, err := strconv.Atoi(p.head())
		if err != nil {
			p.fail("expected a number of lanes")
		}
		return p.rest(Type{Kind: KLanes, N: n}, ">", 1)
	}
	p.fail("unknown type " + w)
	return nil
}

func (p *parser) head() string {
	w := p.word()
	p.want(" ")
	return w
}

// rest reads components, sizes and the closing bracket.
func (p *parser) rest(t Type, close string, n int) *Type {
	for !p.eat(close) {
		switch {
		case p.i >= len(p.s):
			p.fail("missing " + close)
		case p.eat("#"), t.Kind == KVec && p.eat("="):
			t.Sizes = append(t.Sizes, p.size())
		case p.eat(" "):
		default:
			t.Elems = append(t.Elems, p.typ())
		}
	}
	if n >= 0 && len(t.Elems) != n {
		p.fail(fmt.Sprintf("expected %d component types", n))
	}
	return internType(t, t.Elems, t.Sizes...)
}

// sum reads what follows the name of a sum, which has constructors.
func (p *parser) sum(name string) *Type {
	t := p.rest(Type{Kind: KSum, Name: name}, ">", -1)
	if t.numCons() == 0 {
		p.fail("expected a constructor")
	}
	return t
}

func (p *parser) size() *Size {
	w := p.word()
	if n, err := strconv.ParseInt(w, 10, 64); err == nil {
		return ConstSize(n)
	}
	if n, err := strconv.ParseInt(strings.TrimPrefix(w, "$"), 10, 64); err == nil {
		return IndexSize(n)
	}
	if w == "" {
		p.fail("expected a size")
	}
	if !p.eat("{") {
		return VarSize(w)
	}
	var args []*Size
	for !p.eat("}") {
		args = append(args, p.size())
		p.eat(",")
		if p.i >= len(p.s) {
			p.fail("missing }")
		}
	}
	switch {
	case w == "add":
		return AddSize(args...)
	case w == "mul":
		return MulSize(args...)
	case w == "sum" && len(args) == 2:
		return SumSize(args[0], args[1])
	}
	return AppSize(w, args...)
}
