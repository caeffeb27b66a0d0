package vcode

// Instructions, and what stands behind them.

import (
	"slices"
	"strconv"
	"strings"

	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/vcode"
)

// others are the words of instructions that are forms of their own.
var others = []string{"COPY", "POP", "CPOP", "PAIR", "UNPAIR", "CALL", "CONST", "EXIT", "IF", "ELSE", "ENDIF", "RET", "FUNC"}

// instruction reads one; nil if it has a mistake.
func (p *parser) instruction() vcode.Expr {
	t := p.advance()
	at := ir.At(p.pos(t))
	if t.str {
		p.fail(t, "E0502", "a string is no instruction").WithHint("a string stands behind CONST CHAR")
		return nil
	}
	switch t.text {
	case "COPY", "POP", "CPOP":
		return p.mover(t)
	case "PAIR":
		return &vcode.Pair{Node: at}
	case "UNPAIR":
		return &vcode.Unpair{Node: at}
	case "EXIT":
		return &vcode.Exit{Node: at}
	case "CALL":
		name := p.tok
		if name.str || name.text == "" || name.text == "(" || name.text == ")" || slices.Contains(ends, name.text) {
			p.fail(name, "E0503", "expected the name of a function behind CALL, found %s", name.spell())
			return nil
		}
		p.advance()
		return &vcode.Invoke{Node: at, Fn: name.text}
	case "CONST":
		return p.constant(t)
	}
	op, ok := vcode.ParseOpcode(t.text)
	if !ok {
		p.unknown(t)
		return nil
	}
	return p.operation(t, op)
}

// unknown reports a word that is no instruction.
func (p *parser) unknown(t token) {
	defer p.skipOperands()
	d := p.fail(t, "E0502", "there is no instruction %s", t.spell())
	names := slices.Clone(others)
	for _, o := range vcode.Ops {
		names = append(names, o.Name)
	}
	if near := diag.Nearest(strings.ToUpper(t.text), names); near != "" {
		d.Hint = "did you mean " + near + "?"
	} else if up := strings.ToUpper(t.text); up != t.text && slices.Contains(names, up) {
		d.Hint = "instructions are in capitals: " + up
	} else if vcode.ParseTypeWord(t.text) != nil {
		d.Hint = "the instruction in front takes no type"
	}
}

// skipOperands skips what would stand behind an instruction: numbers and types.
func (p *parser) skipOperands() {
	for !p.tok.str {
		if _, err := strconv.Atoi(p.tok.text); err != nil && vcode.ParseTypeWord(p.tok.text) == nil {
			return
		}
		p.advance()
	}
}

// mover reads the numbers of an instruction that moves entries.
func (p *parser) mover(t token) vcode.Expr {
	at := ir.At(p.pos(t))
	count, ok := p.number(t, "how many entries it is about")
	depth := 0
	if ok {
		depth, ok = p.number(t, "how many entries lie above them")
	}
	if !ok {
		p.skipOperands()
		return nil
	}
	switch t.text {
	case "COPY":
		return &vcode.Copy{Node: at, Count: count, Depth: depth}
	case "POP":
		return &vcode.Pop{Node: at, Count: count, Depth: depth}
	}
	return &vcode.Move{Node: at, Count: count, Depth: depth}
}

// maxCount limits the numbers behind COPY, POP and CPOP.
const maxCount = 1 << 20

func (p *parser) number(t token, what string) (int, bool) {
	n, err := strconv.Atoi(p.tok.text)
	if p.tok.str || err != nil || n < 0 || n > maxCount {
		p.fail(p.tok, "E0503", "expected a number behind %s that says %s, found %s", t.text, what, p.tok.spell())
		return 0, false
	}
	p.advance()
	return n, true
}

// operation reads the type behind an instruction that has one.
func (p *parser) operation(t token, op vcode.Opcode) vcode.Expr {
	of := op.Of()
	out := &vcode.Instr{Node: ir.At(p.pos(t)), Op: op}
	if of.Types == "" {
		return p.supported(t, out)
	}
	w := p.tok
	typ := vcode.ParseTypeWord(w.text)
	switch {
	case w.str || typ == nil:
		p.fail(w, "E0503", "expected a type behind %s, found %s", t.text, w.spell()).WithHint("it is one of " + of.Types)
		return nil
	case !of.Takes(typ):
		p.advance()
		p.fail(w, "E0503", "there is no %s %s", t.text, w.text).WithHint("the type of " + t.text + " is one of " + of.Types)
		return nil
	}
	p.advance()
	out.Type = typ
	return p.supported(t, out)
}

// supported reports what programs of this compiler cannot do.
func (p *parser) supported(t token, e *vcode.Instr) vcode.Expr {
	if e.Op == vcode.OpSpawn {
		p.fail(t, "E0507", "SPAWN is not supported: programs start no processes")
		return nil
	}
	return e
}
