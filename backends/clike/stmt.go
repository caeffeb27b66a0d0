package clike

// Printing of statements.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// S prints a statement.
func (p *Printer) S(s kir.Expr) {
	switch s := s.(type) {
	case *kir.Block:
		for _, s := range s.Stmts {
			p.S(s)
		}
	case *kir.Def:
		if !p.Unused(s.Bind) {
			p.Line("const %s%s = %s;", p.VarType(s.Bind.Type), p.Name(s.Bind), p.E(s.Rhs))
		}
	case *kir.Mut:
		p.Line("%s = %s;", p.Declared(s.Bind), p.E(s.Init))
	case *kir.Set:
		p.Line("%s = %s;", p.Name(s.Var), p.E(s.Rhs))
	case *kir.If:
		p.branch(s.Cond, s.Then, s.Else)
	case *kir.Choose:
		p.Declare(s.Binds)
		p.yields = append(p.yields, s.Binds)
		p.branch(s.Cond, s.Then, s.Else)
		p.yields = p.yields[:len(p.yields)-1]
	case *kir.Loop:
		p.loop(s)
	case *kir.For:
		p.counted(s)
	case *kir.While:
		p.while(s)
	default:
		p.jump(s)
	}
}

// jump prints a statement that hands values over, or one of the target.
func (p *Printer) jump(s kir.Expr) {
	switch s := s.(type) {
	case *kir.Yield:
		p.assign(p.yields[len(p.yields)-1], s.Vals)
	case *kir.Recur:
		p.recur(p.loops[len(p.loops)-1].Vars, s.Args)
		p.Line("continue;")
	case *kir.Exit:
		p.assign(p.loops[len(p.loops)-1].Binds, s.Vals)
		p.Line("break;")
	default:
		if !p.Stmt(p, s) {
			panic("clike: unexpected statement " + kir.Schema[s.Form()].Name)
		}
	}
}

func (p *Printer) assign(vs []*types.Var, vals []kir.Expr) {
	for i, v := range vs {
		if !p.zero[v] || !kir.IsInt(vals[i], 0) {
			p.Line("%s = %s;", p.Name(v), p.E(vals[i]))
		}
	}
}

// recur assigns all at once: a value may mention the variables themselves.
func (p *Printer) recur(vs []*types.Var, vals []kir.Expr) {
	var from, to []string
	for i, v := range vs {
		if kir.VarOf(vals[i]) == v {
			continue
		}
		next := p.fresh("next")
		p.Line("%s%s = %s;", p.VarType(v.Type), next, p.E(vals[i]))
		from, to = append(from, next), append(to, p.Name(v))
	}
	for i := range from {
		p.Line("%s = %s;", to[i], from[i])
	}
}

func (p *Printer) branch(cond, then, els kir.Expr) {
	p.Open("if (%s) {", p.E(cond))
	p.S(then)
	if b, ok := els.(*kir.Block); !ok || len(b.Stmts) > 0 {
		p.indent--
		p.Open("} else {")
		p.S(els)
	}
	p.Close("}")
}

// loop prints a Loop: every path through its body ends in continue or break.
func (p *Printer) loop(s *kir.Loop) {
	p.declareResults(s)
	p.Open("{")
	for i, v := range s.Vars {
		p.Line("%s = %s;", p.Declared(v), p.E(s.Inits[i]))
	}
	p.Open("for (;;) {")
	p.poll(s)
	p.loops = append(p.loops, s)
	p.S(s.Body)
	p.loops = p.loops[:len(p.loops)-1]
	p.Close("}")
	p.Close("}")
}

// declareResults declares the results of a loop. What several exits leave at 0 is 0 from the start:
// loops that save their state for later have many results, which mean nothing at most exits.
func (p *Printer) declareResults(s *kir.Loop) {
	if p.zero == nil {
		p.zero = map[*types.Var]bool{}
	}
	zeros := make([]int, len(s.Binds))
	ir.Walk(s.Body, func(e kir.Expr) bool {
		if x, ok := e.(*kir.Exit); ok {
			for i, v := range x.Vals {
				if kir.IsInt(v, 0) {
					zeros[i]++
				}
			}
		}
		return e.Form() != kir.FormLoop // whose exits are its own
	})
	for i, v := range s.Binds {
		if zeros[i] < 2 || v.Type != types.Int {
			p.Declare(s.Binds[i : i+1])
			continue
		}
		p.zero[v] = true
		p.Line("%s = 0;", p.Declared(v))
	}
}

// counted prints a For. With a step, how often it runs is counted: its variable must
// not overflow on its way past the end, and compilers unroll a loop whose number of
// iterations they see.
func (p *Printer) counted(s *kir.For) {
	i, t, lo := p.Name(s.Var), ScalarType(s.Var.Type), p.E(s.Lo)
	p.startRun(s)
	if p.Hint != nil {
		if hint := p.Hint(s); hint != "" {
			p.Line("%s", hint)
		}
	}
	if kir.IsInt(s.Step, 1) {
		p.Open("for (%s %s = %s, %s_end = %s; %s < %s_end; %s++) {", t, i, lo, i, p.E(s.Hi), i, i, i)
	} else {
		step := p.E(s.Step)
		p.Open("for (nes_uint %s_at = (nes_uint)(%s), %s_left = nes_trips(%s, %s, %s); %s_left > 0; %s_left--, %s_at += (nes_uint)(%s)) {",
			i, lo, i, lo, p.E(s.Hi), step, i, i, i, step)
		p.Line("const %s = (%s)%s_at;", p.Declared(s.Var), t, i)
	}
	p.S(s.Body)
	p.Close("}")
}

// CopyRange prints a CopyRange.
func (p *Printer) CopyRange(s *kir.CopyRange) {
	i := types.NewVar(p.fresh("i"), types.Int)
	loop := &kir.For{Var: i, Lo: s.Lo, Hi: s.Hi, Step: kir.N(1), Body: &kir.Block{Stmts: []kir.Expr{
		&kir.Store{Buf: s.Dst, Idx: kir.Use(i), Val: &kir.Load{Buf: s.Src, Idx: s.From(kir.Use(i))}}}}}
	if !s.Stays() {
		if p.findsRuns() {
			p.runs[loop] = kir.Successive(loop)
		}
		p.counted(loop)
		return
	}
	p.Open("if (%s != %s) {", p.E(s.Dst), p.E(s.Src))
	p.counted(loop)
	p.Close("}")
}

// while prints a While; a deep condition takes statements.
func (p *Printer) while(s *kir.While) {
	if depthOf(s.Cond) <= maxNested {
		p.Open("while (%s) {", p.E(s.Cond))
	} else {
		p.Open("for (;;) {")
		p.Line("if (!(%s))", p.E(s.Cond))
		p.Line("    break;")
	}
	p.poll(s)
	p.S(s.Body)
	p.Close("}")
}

// poll prints what a round of a loop begins with.
func (p *Printer) poll(loop kir.Expr) {
	if p.Poll != nil {
		p.Line("%s", p.Poll(loop))
	}
}
