package lowering

// Functions of the world outside, for elaborate.

import (
	"slices"
	"strings"

	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// An extern is a function of the world outside that programs may declare: its type, and
// what it is in the nested language, a function of the library or what make makes.
type extern struct {
	harlan.Signature
	library string
	make    func(x *translator, at ir.Pos, args []nkl.Expr) nkl.Expr
}

var externs = map[string]extern{
	"str->vec":                 {signature(types.Seq(types.Char), harlan.StrType), "", same},
	"command-line":             {signature(types.Seq(harlan.StrType)), "", commandLine},
	"%word":                    {signature(harlan.StrType, types.Int), "", effect(prim.Argument)},
	"get-environment-variable": {signature(harlan.StrType, harlan.StrType), "", effect(prim.GetEnvironmentVariable)},
	"open_outfile":             {signature(outfile, harlan.StrType), "__harlan_open", nil},
	"close_outfile":            {signature(harlan.VoidType, outfile), "__harlan_close", nil},
	"file-open":                {signature(infile, harlan.StrType), "__harlan_open_in", nil},
	"file-close":               {signature(types.Bool, infile), "__harlan_close", nil},
	"file-read-int":            {signature(types.Int, infile), "__harlan_read_int", nil},
	"file-read-float":          {signature(types.Float, infile), "__harlan_read_float", nil},
	"file-read-string":         {signature(harlan.StrType, infile), "__harlan_read_line", nil},
	"file-read-line":           {signature(harlan.StrType, infile), "__harlan_read_line", nil},
	"%read-word":               {signature(harlan.StrType, infile), "__harlan_read_word", nil},
	"%read-chars":              {signature(types.Seq(types.Char), infile, types.Int), "__harlan_read_chars", nil},
	"nanotime":                 {signature(harlan.U64Type), "", nanotime},
	"time-s":                   {signature(types.Float), "", effect(prim.Clock)},
	"rand":                     {signature(types.Int), "", random},
	"unsafe-deref-int":         {signature(types.Int, harlan.Ptr(types.Int), types.Int), "", effect(prim.Elt)},
	"unsafe-deref-float":       {signature(types.Float, harlan.Ptr(types.Float), types.Int), "", effect(prim.Elt)},
	"unsafe-deref-char":        {signature(types.Char, harlan.Ptr(types.Char), types.Int), "", effect(prim.Elt)},
	// What is printed is there as soon as the program waits for anything.
	"flush-stdout": {signature(harlan.VoidType), "", func(_ *translator, at ir.Pos, _ []nkl.Expr) nkl.Expr {
		return &nkl.Bool{Node: ir.At(at), Val: true}
	}},
}

// same is the argument itself.
func same(_ *translator, _ ir.Pos, args []nkl.Expr) nkl.Expr { return args[0] }

// effect is a primitive.
func effect(p prim.Code) func(*translator, ir.Pos, []nkl.Expr) nkl.Expr {
	return func(_ *translator, at ir.Pos, args []nkl.Expr) nkl.Expr { return nkl.Op(at, p, args...) }
}

func commandLine(x *translator, at ir.Pos, _ []nkl.Expr) nkl.Expr {
	return x.libraryCall(at, "__harlan_words", nil, nkl.Op(at, prim.ArgumentCount))
}

// random is a number from 0 on, of 31 bits.
func random(_ *translator, at ir.Pos, _ []nkl.Expr) nkl.Expr {
	return nkl.Op(at, prim.And, &nkl.Proj{Index: 1, Of: nkl.Op(at, prim.RandKey)}, &nkl.Int{Val: 1<<31 - 1})
}

func nanotime(x *translator, at ir.Pos, _ []nkl.Expr) nkl.Expr {
	return x.nanoseconds(at, nkl.Op(at, prim.Clock))
}

// nanoseconds is a number of seconds as a u64 of nanoseconds.
func (x *translator) nanoseconds(at ir.Pos, seconds nkl.Expr) nkl.Expr {
	return x.libraryCall(at, "__float_u64", nil, nkl.Op(at, prim.Mul, seconds, &nkl.Float{Val: 1e9}))
}

// outfile is the type of a file that is written, infile of one that is read.
var (
	outfile = harlan.Ptr(harlan.Named("ofstream"))
	infile  = harlan.Ptr(harlan.Named("FILE"))
)

func signature(result *types.Type, params ...*types.Type) harlan.Signature {
	return harlan.Signature{Params: params, Result: result}
}

// checkExterns rejects functions that are not there, or not like that.
func (l *linker) checkExterns() {
	used := map[string]ir.Pos{} // where
	for _, f := range l.m.Funcs {
		ir.Walk(f.Body, func(e harlan.Expr) bool {
			if c, ok := e.(*harlan.Call); ok {
				if !used[c.Fn].IsValid() {
					used[c.Fn] = c.Pos()
				}
			}
			return true
		})
	}
	for _, e := range l.m.Externs {
		known, ok := externs[e.Name]
		at, called := used[e.Name]
		if e.P.IsValid() { // else it is one of the library
			at = e.P
		}
		switch {
		case !called:
		case !ok:
			var names []string
			for n := range externs {
				if n[0] != '%' {
					names = append(names, n)
				}
			}
			slices.Sort(names)
			if strings.HasPrefix(e.Name, "unsafe-set!-") {
				l.c.Errorf(at, "E0461", "%s writes through a pointer", e.Name).
					WithHint("vectors are written by (set! (vector-ref v i) e)")
				continue
			}
			l.c.Errorf(at, "E0461", "there is no function %s outside of programs", e.Name).
				WithHint("functions in C cannot be called; what is there is " + strings.Join(names, ", "))
		case known.Result != e.Result || !slices.Equal(known.Params, e.Params):
			l.c.Errorf(at, "E0461", "%s has another type", e.Name).WithHint("it is " + spellSignature(e.Name, known.Signature))
		}
	}
}

func spellSignature(name string, s harlan.Signature) string {
	var ps []string
	for _, p := range s.Params {
		ps = append(ps, harlan.Spell(p))
	}
	return "(extern " + name + " (" + strings.Join(ps, " ") + ") -> " + harlan.Spell(s.Result) + ")"
}
