package shape

// Reports checks that fail for certain.

import (
	"cmp"
	"fmt"
	"slices"

	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/pass"
	"nessiec/passes/shape/infer"
)

// FindMismatches reports lengths that can never agree, indices that are never in range,
// and lengths below 0. The program stays as it is.
//
//	{x + y : x in [1, 2, 3, 4, 5]; y in [1, 2, 3]}
//	error[E0331]: sequences of 5 and 3 elements in one apply-to-each
//
// What is reported is proved, from what the program says of lengths, and not assumed of its
// input. Lengths in code that is certainly executed, unless the program has ended before,
// make an error if the compilation asks for that (pass.Ctx.Certain); all else makes a warning,
// since a program may want to fail so, and what it prints before that counts.
// It comes before simplification, so it says the same at every level of optimisation.
// [shape §4.3]
func FindMismatches(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	if large(m) {
		return m
	}
	x := infer.NewAnalysis(c, m)
	x.Mismatches = newMismatches()
	x.KeepFacts(maxFacts)
	x.ModuleByContract()
	r := reporter{Analysis: x, c: c, bodies: map[string]nkl.Expr{}}
	for _, f := range m.Funcs {
		r.bodies[f.Name] = f.Body
	}
	certain := certain(x.Mismatches, m)
	for _, f := range m.Funcs {
		for _, miss := range x.Mismatches.Found[f.Name] {
			r.report(miss, miss.Reach == infer.Certainly && certain[f.Name])
		}
	}
	r.add()
	return m
}

// Bounds of functions that are looked at, and of what is known at a place: nothing was
// simplified yet, so there are as many checks as the program has divisions and indices.
const (
	maxChecks = 300
	maxFacts  = 200
)

// large reports whether a function has more checks than are looked at.
func large(m *nkl.Module) bool {
	most := 0
	m.EachBody(func(body nkl.Expr) {
		n := 0
		ir.Walk(body, func(e nkl.Expr) bool {
			if e.Form() == nkl.FormCheck {
				n++
			}
			return true
		})
		most = max(most, n)
	})
	return most > maxChecks
}

// certain are the functions that are executed whenever the program is.
func certain(m *infer.Mismatches, of *nkl.Module) map[string]bool {
	out := map[string]bool{}
	var visit func(fn string)
	visit = func(fn string) {
		if !out[fn] {
			out[fn] = true
			for _, g := range m.Calls[fn] {
				visit(g)
			}
		}
	}
	for fn := range nkl.Entries(of) {
		visit(fn)
	}
	return out
}

// A reporter writes diagnostics.
type reporter struct {
	*infer.Analysis
	c      *pass.Ctx
	all    []*diag.Diagnostic
	bodies map[string]nkl.Expr // of functions
}

// report reports one mismatch that was found in the function fn. What has no position
// cannot be shown.
func (r *reporter) report(f *infer.Mismatch, certain bool) {
	pos := f.Check.Pos()
	if !pos.IsValid() {
		return
	}
	code, message, hint := describe(f)
	if message == "" {
		return
	}
	d := &diag.Diagnostic{Severity: diag.Warning, Pos: pos.Place(), Code: code, Message: message, Hint: hint}
	if certain && r.c.Certain && code == neverAgree {
		d.Severity = diag.Error
	}
	for i, of := range f.Part.Of {
		if of.V != nil {
			if at := r.origin(of.Fn, of.V, 0); at.IsValid() && at != pos.Place() {
				d.Note(at, 1, madeHere(f.Part.Args[i]))
			}
		}
	}
	for _, call := range append(pos.Calls(), f.Calls...) {
		d.Note(call.Place(), 1, "called here")
	}
	if d.Severity == diag.Warning {
		d.Note(ir.Pos{}, 0, "this fails whenever it is executed")
	}
	r.all = append(r.all, d)
}

// add adds one diagnostic for each place: an error rather than a warning, and that which
// says most.
func (r *reporter) add() {
	slices.SortStableFunc(r.all, func(a, b *diag.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Severity, b.Severity), cmp.Compare(len(b.Notes), len(a.Notes)))
	})
	for _, d := range r.all {
		r.c.Diags.Add(d)
	}
}

// neverAgree is the code of lengths that never agree.
const neverAgree = "E0331"

// describe says what is wrong; message is "" for checks that say nothing of lengths, as
// that of a division.
func describe(f *infer.Mismatch) (code, message, hint string) {
	p, text := f.Part, f.Check.Error
	lengths := len(p.Args) == 2 && p.Of[1].Fn != ""
	switch text {
	case prim.ErrEach, prim.ErrPack, prim.ErrWriteLength, prim.ErrPermute:
		if p.Cond.Op.Code == prim.Eq && lengths && p.Of[0].Fn != "" {
			return neverAgree, "lengths that never agree" + twoLengths(p.Args[0], p.Args[1]), mismatchHints[text]
		}
	case prim.ErrIndex, prim.ErrDist, prim.ErrRange:
		return "E0333", "a length that is always below 0", ""
	case prim.ErrElt, prim.ErrGet, prim.ErrWrite:
	default:
		return "", "", ""
	}
	switch {
	case lengths:
		return "E0332", fmt.Sprintf("%s is never in range%s", index(p.Args[0]), ofElements(p.Args[1])), "the first element has index 0, the last one length - 1"
	case len(p.Args) == 2:
		return "E0332", index(p.Args[0]) + " is never in range", "the first element has index 0"
	}
	return "E0332", "an index is never in range", "the first element has index 0, the last one length - 1"
}

// mismatchHints are the hints for unequal lengths, by the error at run time.
var mismatchHints = map[string]string{
	prim.ErrEach: "all sequences of an apply-to-each have one length; { {x + y : y in ys} : x in xs } has all pairs",
	prim.ErrPack: "there is one flag for each element",
}

// twoLengths is two lengths in words, if they are numbers.
func twoLengths(a, b *infer.Size) string {
	if !isNumber(a) || !isNumber(b) {
		return ""
	}
	return fmt.Sprintf(": %d and %d", a.N, b.N)
}

// index is an index in words.
func index(n *infer.Size) string {
	if !isNumber(n) {
		return "an index"
	}
	return fmt.Sprintf("index %d", n.N)
}

// ofElements is a length in words behind an index, if it is a number.
func ofElements(n *infer.Size) string {
	switch {
	case !isNumber(n):
		return ""
	case n.N == 1:
		return " of 1 element"
	}
	return fmt.Sprintf(" of %d elements", n.N)
}

// madeHere is the note at the place where a sequence of n elements is made.
func madeHere(n *infer.Size) string {
	if !isNumber(n) {
		return "one of the sequences is made here"
	}
	return fmt.Sprintf("the sequence of length %d is made here", n.N)
}

func isNumber(n *infer.Size) bool { return n != nil && n.Op == types.SizeConst }

// maxOrigins bounds the definitions that are followed.
const maxOrigins = 16

// origin is where the sequence v of the function fn is made.
func (r *reporter) origin(fn string, v *nkl.Var, depth int) ir.Pos {
	if depth > maxOrigins {
		return ir.Pos{}
	}
	for i, p := range r.Mismatches.Formals[fn] {
		if from := r.Globals[fn]; p == v && i < len(from) && from[i] != "" {
			return r.madeBy(from[i], r.bodies[from[i]], depth+1)
		}
	}
	made := r.Mismatches.Made[v]
	if made == nil {
		return ir.Pos{}
	}
	return r.madeBy(fn, made, depth+1)
}

// madeBy is where the value of e, code of the function fn, is made.
func (r *reporter) madeBy(fn string, e nkl.Expr, depth int) ir.Pos {
	switch e := e.(type) {
	case *nkl.Let:
		return r.madeBy(fn, e.Body, depth)
	case *nkl.Check:
		return r.madeBy(fn, e.Then, depth)
	case *nkl.Ref:
		return r.origin(fn, e.Var, depth)
	}
	return e.Pos().Place()
}

func newMismatches() *infer.Mismatches {
	return &infer.Mismatches{Made: map[*nkl.Var]nkl.Expr{}, Found: map[string][]*infer.Mismatch{}, Open: map[string][]infer.Demand{},
		Calls: map[string][]string{}, Formals: map[string][]*nkl.Var{}, Times: map[*infer.Size]*infer.Size{}}
}
