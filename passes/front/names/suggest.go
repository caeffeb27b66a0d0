package names

// What to suggest for a name that is unknown: the one that is spelt most like
// it, or what people mean who come from another language.

import (
	"strings"

	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/ir/types"
)

// foreign are names of other languages, and what to write here.
var foreign = map[string]string{
	"true": "the booleans are t and f", "false": "the booleans are t and f",
	"fold": reductions, "foldl": reductions, "foldr": reductions, "maximum": reductions, "minimum": reductions,
	"len": "the length of a sequence v is #v", "size": "the length of a sequence v is #v",
	"pow": powers, "power": powers,
	"filter": "the elements of v that pass are {x in v | p(x)}",
	"concat": "a ++ b appends, flatten(vs) joins all sequences of vs", "range": "the numbers from a to b - 1 are [a:b]",
	"iota": "the numbers from 0 to n - 1 are [0:n]", "replicate": "n copies of a are dist(a, n)", "repeat": "n copies of a are dist(a, n)",
	"print_int": printing, "print_float": printing, "println": printing, "printf": printing, "echo": printing,
	"int": "round(x) and trunc(x) make an int of a float",
	"str": "the text of a value x is @x", "to_string": "the text of a value x is @x", "show": "the text of a value x is @x",
	"while": loops, "for": loops, "foreach": loops, "do": loops,
	"return": "the value of a function is its body: function f(x) = x + 1;", "begin": "the value of a function is its body: function f(x) = x + 1;",
	"def": definitions, "fun": definitions, "var": "a name is defined by name = value; and inside an expression by let name = value in ...",
	"val": "a name is defined by name = value; and inside an expression by let name = value in ...",
	"fn":  lambdas, "lambda": lambdas,
	"null": "there is no empty value; the empty sequence of ints is [] int", "nil": "there is no empty value; the empty sequence of ints is [] int",
	"none": "there is no empty value; the empty sequence of ints is [] int",
}

const (
	reductions  = "reductions are sum, product, max_val, min_val, any, all; reduce and scan take any associative function"
	powers      = "powers are x ^ n with an int n, and expt(x, y) of floats"
	printing    = "print(x) prints any value, print_string(s) a string"
	loops       = "there are no loops: {x + 1 : x in v} works on all elements, and functions may be recursive"
	definitions = "a function is defined by function f(x) = x + 1;"
	lambdas     = "an anonymous function is written x => x + 1"
)

// foreignTypes are types of other languages.
var foreignTypes = map[string]string{
	"string": "[char]", "str": "[char]", "boolean": "bool", "integer": "int", "long": "int", "double": "float", "real": "float",
	"character": "char",
}

// unbound reports a name without a definition.
func (r *resolver) unbound(e *nesl.Id) *diag.Diagnostic {
	d := r.c.Errorf(e.Pos(), "E0201", "%s is not defined", e.Name).Underline(len(e.Name))
	if pos, ok := r.later[e.Name]; ok && pos.IsValid() {
		r.definedLater(d, e, pos)
		return d
	}
	own, library := r.visible()
	switch near := diag.Nearest(e.Name, own); {
	case near != "":
		didYouMean(d, near)
	case foreign[e.Name] != "":
		d.WithHint(foreign[e.Name])
	case leftOut(e.Name) != "":
		d.WithHint(leftOut(e.Name))
	default:
		didYouMean(d, diag.Nearest(e.Name, library))
	}
	return d
}

// definedLater is about a name that has a definition, but not before its use.
func (r *resolver) definedLater(d *diag.Diagnostic, e *nesl.Id, pos ir.Pos) {
	switch header := r.announced[e.Name]; {
	case pos.File() == e.Pos().File() && pos.Line() < e.Pos().Line(): // its own definition goes on here
		d.Note(pos, len(e.Name), "this is its own definition").
			WithHint("a value cannot be used in its own definition: is a ; missing at the end of a line before?")
	case header != "":
		d.Note(pos, len(e.Name), "it is defined here, after its use").
			WithHint("move the definition up, or announce the function with its type: " + header)
	default:
		d.Note(pos, len(e.Name), "it is defined here, after its use").
			WithHint("move the definition up; a function may also be announced with its type, by a header without a body")
	}
}

// announcements are the headers of the functions of a program, as they announce
// them.
func announcements(m *nesl.Module) map[string]string {
	out := map[string]string{}
	for _, f := range m.Forms {
		if q, ok := f.(*nesl.Quiet); ok {
			f = q.Inner
		}
		if f, ok := f.(*nesl.Function); ok && f.Sig.Form() == nesl.FormSignature {
			stub := &nesl.Module{Forms: []nesl.Expr{&nesl.Stub{Name: f.Name, Param: stubParam(f.Param), Sig: f.Sig}}}
			out[f.Name] = strings.TrimSpace(nesl.Format(stub))
		}
	}
	return out
}

// leftOut says of a name of the original that is none here why; "" if it is not
// one of these.
func leftOut(name string) string {
	for _, prefix := range []string{"w_", "xps_", "xxx_draw_", "draw_", "make_window", "make_ps_window", "default_window", "clear_window",
		"close_window", "kill_window", "text_window", "text_to_window", "get_mouse_info", "get_keys", "read_plot_line", "get_screen_size", "make_scale_box"} {
		if strings.HasPrefix(name, prefix) {
			return "the graphics library of the original is left out: it drives an X11 helper process"
		}
	}
	return internal[name]
}

// internal are names inside the library of the original, and what to write here.
var internal = map[string]string{
	"next_char":   "it is internal to the library of the original",
	"vector":      "segment descriptors are hidden: partition(v, lengths) makes a nested sequence, flatten(v) and {#r : r in v} take it apart",
	"spawn":       "programs start no other processes: run them from the shell, and connect them by standard input and output",
	"start_timer": timers, "stop_timer": timers,
	"eput": "write_string(s, stderr) writes on standard error", "extzero": "a zero is written with its type, as 0 or [] int",
}

const timers = "time(e) pairs a value with the seconds that it took"

// arrow reports x -> e where x is unknown, which was probably meant to be a
// function: mistakes in e are reported as if it were.
func (r *resolver) arrow(e *nesl.Binary, x *nesl.Id) nesl.Expr {
	d := r.unbound(x)
	uses := false
	ir.Walk(e.Right, func(e nesl.Expr) bool {
		id, ok := e.(*nesl.Id)
		uses = uses || ok && id.Name == x.Name
		return true
	})
	if !uses {
		return &nesl.Binary{Node: e.Node, Op: e.Op, Left: x, Right: r.expr(e.Right)}
	}
	d.WithHint(lambdas)
	return r.expr(&nesl.Lambda{Node: e.Node, Pat: &nesl.PatVar{Node: ir.At(x.Pos()), Name: x.Name}, Body: e.Right})
}

// defined reports whether a name can be used here.
func (r *resolver) defined(name string) bool {
	_, local := r.scope.find(name)
	_, global := r.findGlobal(name)
	return local || global
}

// visible are the names of local variables and of the file, and those of the
// library.
func (r *resolver) visible() (own, library []string) {
	for _, b := range r.scope.bound {
		own = append(own, b.name)
	}
	for n := range r.latest {
		if n != "it" { // nobody named it
			own = append(own, n)
		}
	}
	library = append(library, StreamType)
	for _, l := range r.library.entries() {
		if !strings.HasPrefix(l.Name, "__") {
			library = append(library, l.Name)
		}
	}
	return own, library
}

// noDatatype reports a name that is no datatype in a pattern.
func (r *resolver) noDatatype(p *nesl.PatData) {
	d := r.c.Errorf(p.Pos(), "E0205", "%s is no datatype, so it cannot stand in a pattern", p.Con).Underline(len(p.Con))
	if near := diag.Nearest(p.Con, r.datatypes()); near != "" {
		didYouMean(d, near)
	} else if foreign[p.Con] == lambdas {
		d.WithHint(lambdas)
	}
}

// noType reports a name that is no type.
// vars are the type variables, nil where none may stand.
func (r *resolver) noType(at nesl.Expr, name string, vars map[string]bool) {
	d := r.c.Errorf(at.Pos(), "E0208", "there is no type %s", name).Underline(len(name))
	pos, later := r.later[name]
	switch near := diag.Nearest(name, r.datatypes()); {
	case len(name) == 1 && vars == nil:
		d.WithHint("here stands a type, such as [] int, or a type variable of the header of the function")
	case len(name) == 1:
		d.WithHint("a type variable is declared behind the type: :: (" + name + " in any)")
	case later && pos.IsValid():
		d.Note(pos, len(name), "it is defined here, after its use").
			WithHint("move the definition up; datatypes that contain each other are one, with the constructors of both")
	case foreignTypes[name] != "":
		didYouMean(d, foreignTypes[name])
	default:
		didYouMean(d, near)
	}
}

// datatypes are the names of all types.
func (r *resolver) datatypes() (names []string) {
	for name := range baseTypes {
		names = append(names, name)
	}
	for name, g := range r.latest {
		if g.datatype {
			names = append(names, name)
		}
	}
	for _, l := range r.library.entries() {
		if l.Datatype {
			names = append(names, l.Name)
		}
	}
	return names
}

// noClass reports a name that is no class of types.
func (r *resolver) noClass(b *nesl.Bound) {
	d := r.c.Errorf(b.Pos(), "E0210", "%s is no class of types", b.Class).
		WithHint("the classes are number, ordinal, logical, scalar, ordered and any")
	var names []string
	for c := types.Any; c <= types.Ordered; c++ {
		names = append(names, c.String())
	}
	didYouMean(d, diag.Nearest(b.Class, names))
}

// noKeyword reports a keyword argument that the function does not have.
func (r *resolver) noKeyword(k *nesl.Keyword, kw *keywords) {
	d := r.c.Errorf(k.Pos(), "E0204", "the function has no keyword parameter %s", k.Name).Underline(len(k.Name))
	var names []string
	for _, p := range kw.params {
		names = append(names, p.Name)
	}
	if near := diag.Nearest(k.Name, names); near != "" {
		didYouMean(d, near)
	} else {
		d.WithHint("its keyword parameters are " + strings.Join(names, ", "))
	}
}

func didYouMean(d *diag.Diagnostic, name string) {
	if name != "" {
		d.WithHint("did you mean " + name + "?")
	}
}
