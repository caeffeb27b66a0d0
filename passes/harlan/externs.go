package harlan

// Functions of the world outside, for elaborate.

import (
	"slices"
	"strings"

	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// An extern is a function of the world outside that programs may declare: its type, and
// what it is in the nested language.
type extern struct {
	harlan.Signature
	make func(x *translator, at ir.Pos, args []nkl.Expr) nkl.Expr
}

var externs = map[string]extern{
	"str->vec": {signature(types.Seq(types.Char), harlan.StrType),
		func(_ *translator, _ ir.Pos, args []nkl.Expr) nkl.Expr { return args[0] }},
	"get-environment-variable": {signature(harlan.StrType, harlan.StrType),
		func(_ *translator, at ir.Pos, args []nkl.Expr) nkl.Expr {
			return nkl.Op(at, "get_environment_variable", args...)
		}},
	"open_outfile": {signature(outfile, harlan.StrType),
		func(x *translator, at ir.Pos, args []nkl.Expr) nkl.Expr {
			return x.libraryCall(at, "__harlan_open", []*types.Type{types.String}, args...)
		}},
	"close_outfile": {signature(harlan.VoidType, outfile),
		func(_ *translator, at ir.Pos, args []nkl.Expr) nkl.Expr {
			return &nkl.Proj{Index: 0, Of: nkl.Op(at, "close_file", args...)}
		}},
	"file-open":        reader("__harlan_open_in", infile, harlan.StrType),
	"file-close":       reader("__harlan_close", types.Bool, infile),
	"file-read-int":    reader("__harlan_read_int", types.Int, infile),
	"file-read-float":  reader("__harlan_read_float", types.Float, infile),
	"file-read-string": reader("__harlan_read_line", harlan.StrType, infile),
	"file-read-line":   reader("__harlan_read_line", harlan.StrType, infile),
	"nanotime":         {signature(harlan.U64Type), clock("nanotime")},
	"time-s":           {signature(types.Float), clock("time-s")},
	// What is printed is there as soon as the program waits for anything.
	"flush-stdout": {signature(harlan.VoidType),
		func(_ *translator, at ir.Pos, _ []nkl.Expr) nkl.Expr { return &nkl.Bool{Node: ir.At(at), Val: true} }},
}

// outfile is the type of a file that is written, infile of one that is read.
var (
	outfile = harlan.Ptr(harlan.Named("ofstream"))
	infile  = harlan.Ptr(harlan.Named("FILE"))
)

// reader is a function of the library on files.
func reader(name string, result *types.Type, params ...*types.Type) extern {
	return extern{signature(result, params...), func(x *translator, at ir.Pos, args []nkl.Expr) nkl.Expr {
		return x.libraryCall(at, name, nil, args...)
	}}
}

func signature(result *types.Type, params ...*types.Type) harlan.Signature {
	return harlan.Signature{Params: params, Result: result}
}

// checkExterns rejects functions that are not there, or not like that.
func (l *linker) checkExterns() {
	used := map[string]bool{}
	for _, f := range l.m.Funcs {
		ir.Walk(f.Body, func(e harlan.Expr) bool {
			if c, ok := e.(*harlan.Call); ok {
				used[c.Fn] = true
			}
			return true
		})
	}
	for _, e := range l.m.Externs {
		known, ok := externs[e.Name]
		switch {
		case !used[e.Name]:
		case !ok:
			var names []string
			for n := range externs {
				names = append(names, n)
			}
			slices.Sort(names)
			l.c.Errorf(e.P, "E0461", "there is no function %s outside of programs", e.Name).
				WithHint("functions in C cannot be called; what is there is " + strings.Join(names, ", "))
		case known.Result != e.Result || !slices.Equal(known.Params, e.Params):
			l.c.Errorf(e.P, "E0461", "%s has another type", e.Name).WithHint("it is " + spellSignature(e.Name, known.Signature))
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
