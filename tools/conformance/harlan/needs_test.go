package harlan

// testdata/needs.txt lists what the programs need that the language is known by: a name,
// codes, and the function of a program of ours that has the same needs. The test finds the
// needs of that function, with all that it reaches, in its text.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	reader "nessiec/grammar/harlan"
	"nessiec/ir/datum"
	"nessiec/ir/diag"
	"nessiec/passes/harlan/library"
)

// shown are needs that a symbol shows by being there.
var shown = map[string]string{
	"print": "p", "assert": "a", "error!": "?",
	"println": "pg", "print*": "pg", "println*": "pg", "print-vec": "pg", "println-vec": "pg",
	"let*": "g", "cond": "g", "and": "g", "or": "g", "not": "g", "max": "g", "min": "g", "map2d": "g", "inner-reduce": "g",
	"vector": "v", "iota": "v", "vec": "v", "vector-ref": "v", "length": "v", "make-vector": "z",
	"vector-r": "v=", "iota-r": "v=", "kernel-r": "k=", "let-region": "=",
	"kernel": "k", "kernel*": "*", "map": "@", "reduce": "r", "scan": "%", "filter": "|", "vector-append": "+",
	"set!": "!", "for": "f", "while": "w", "lambda": "l", "match": "t", "float": ".",
	"int->float": "o", "float->int": "o", "char->int": "o", "u64->float": "o", "unsafe-explicit-cast": "o",
	"sqrt": "h", "floor": "h", "atan2": "h", "<<": "#", ">>": "#", "bitwise-and": "#", "bitwise-or": "#", "bitwise-xor": "#",
	"nanotime": "C", "time-s": "C", "elapsed-sec": "C", "command-line": "E", "get-environment-variable": "E",
	"parse-str->int": "S", "parse-char-vec->int": "S", "write-ppm": "O", "write-pgm": "O",
	"open_outfile": "O", "close_outfile": "O", "flush-stdout": "O", "file-open": "N",
}

// imports are needs that a library shows by being imported, beside those of its text.
var imports = map[string]string{"graphics": "G", "io": "I", "ffi": "F", "random": "u"}

// inKernel are needs that a symbol shows inside a kernel.
var inKernel = map[string]string{
	"kernel": "n", "kernel*": "n", "map": "n", "reduce": "i", "lambda": "K", "match": "D",
	"vector": "y", "iota": "y", "make-vector": "y", "filter": "y", "vector-append": "y",
}

// A needing finds the needs of a function.
type needing struct {
	decls  map[string]*datum.List // of the program, by the names that they define
	active map[string]bool        // functions that are being looked into
	seen   map[string]bool        // names, inside and outside of kernels
	funcs  map[string]bool        // functions that are reached
	codes  map[rune]bool
}

func (n *needing) add(codes string) {
	for _, c := range codes {
		n.codes[c] = true
	}
}

// list is the elements of a list.
func list(e datum.Expr) []datum.Expr {
	if l, ok := e.(*datum.List); ok {
		return l.Elems
	}
	return nil
}

// symbol is the name that a datum is, or "".
func symbol(e datum.Expr) string {
	if s, ok := e.(*datum.Sym); ok {
		return s.Name
	}
	return ""
}

// head is the symbol that a list begins with.
func head(e datum.Expr) string {
	if l := list(e); len(l) > 0 {
		return symbol(l[0])
	}
	return ""
}

// programOf reads a program: what its declarations define, and the needs of its imports.
func programOf(t *testing.T, file string) *needing {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var mistakes diag.List
	m := reader.Parse(0, string(src), &mistakes)
	if mistakes.HasErrors() {
		t.Fatalf("%s: %s", file, mistakes.String(diag.Files{{Name: file, Source: string(src)}}))
	}
	n := &needing{decls: map[string]*datum.List{}, active: map[string]bool{}, seen: map[string]bool{},
		funcs: map[string]bool{}, codes: map[rune]bool{}}
	for _, f := range m.Forms {
		if head(f) == "module" {
			n.module(list(f)[1:])
		}
	}
	return n
}

// module notes declarations; all that a library declares is needed.
func (n *needing) module(decls []datum.Expr) {
	for _, d := range decls {
		l := list(d)
		switch name := symbol(l[1]); head(d) {
		case "import":
			n.add(imports[name])
			from := library.Find(name)
			n.module(from.Forms)
			for _, f := range from.Forms {
				n.declaration(f.(*datum.List), false)
			}
		case "define":
			n.decls[head(l[1])] = d.(*datum.List)
		case "define-datatype":
			n.decls[name] = d.(*datum.List)
			for _, c := range l[2:] {
				n.decls[head(c)] = d.(*datum.List)
			}
		default: // define-macro, extern
			n.decls[name] = d.(*datum.List)
		}
	}
}

// declaration looks into a declaration that is used.
func (n *needing) declaration(d *datum.List, kernel bool) {
	name := symbol(d.Elems[1])
	switch head(d) {
	case "define":
		name = head(d.Elems[1])
		n.funcs[name] = true
		n.active[name] = true
		n.all(d.Elems[2:], kernel)
		delete(n.active, name)
	case "define-macro":
		n.add("m")
		for _, rule := range d.Elems[3:] {
			n.all(list(rule)[1:], kernel)
		}
	case "extern":
		n.add("X")
	case "define-datatype":
		n.add("d")
		if n.active[name] {
			n.add("T")
			return
		}
		n.active[name] = true
		for _, c := range d.Elems[2:] {
			ds := &needing{decls: n.decls, active: n.active, seen: map[string]bool{}, funcs: n.funcs, codes: n.codes}
			for _, t := range list(c)[1:] {
				ds.typ(t)
			}
		}
		delete(n.active, name)
	}
}

// typ looks into the type of a field.
func (n *needing) typ(e datum.Expr) {
	if s := symbol(e); s == "closure" {
		n.add("L")
	} else if d := n.decls[s]; d != nil {
		n.declaration(d, false)
	} else {
		n.add(shown[s])
	}
	for _, x := range list(e) {
		n.typ(x)
	}
}

func (n *needing) all(es []datum.Expr, kernel bool) {
	for _, e := range es {
		n.expr(e, kernel)
	}
}

// expr looks into an expression, inside of kernels or not.
func (n *needing) expr(e datum.Expr, kernel bool) {
	switch e := e.(type) {
	case *datum.Sym:
		n.name(e.Name, kernel)
	case *datum.Bool:
		n.add("b")
	case *datum.Char:
		n.add("H")
	case *datum.Float:
		n.add(".")
	case *datum.String:
		n.add("s")
	case *datum.List:
		n.form(e.Elems, kernel)
	}
}

// form looks into a list.
func (n *needing) form(es []datum.Expr, kernel bool) {
	if len(es) == 0 {
		return
	}
	switch word := symbol(es[0]); word {
	case "kernel", "kernel*", "kernel-r":
		n.name(word, kernel)
		sources := es[1]
		if word == "kernel-r" {
			es, sources = es[1:], es[2]
		}
		switch several := len(list(sources)) > 1; {
		case several && word == "kernel*":
			n.add("n")
		case several:
			n.add("j")
		}
		for i, s := range list(sources) {
			n.all(list(s)[1:], kernel || word == "kernel*" && i > 0)
		}
		n.all(es[2:], true)
	case "map":
		n.name(word, kernel)
		n.expr(es[1], true)
		n.all(es[2:], kernel)
	case "reduce":
		if h := head(es[2]); h == "kernel" || h == "kernel*" {
			n.add("q")
		}
		n.all(es, kernel)
	case "print", "println", "print*", "println*", "error!":
		n.name(word, kernel)
		for _, x := range es[1:] {
			if _, ok := x.(*datum.String); !ok {
				n.expr(x, kernel)
			}
		}
	case "if":
		if len(es) == 3 {
			n.add("1")
		}
		n.all(es[1:], kernel)
	default:
		if d := n.decls[word]; kernel && d == nil && shown[word] == "" && applied(word) {
			n.add("K") // a variable is applied
		}
		n.all(es, kernel)
	}
}

// applied reports whether a word at the head of a list may be a variable.
func applied(word string) bool {
	switch word {
	case "", "let", "begin", "if", "+", "-", "*", "/", "mod", "=", "<", ">", "<=", ">=", "else":
		return false
	}
	return true
}

// name looks into what a symbol stands for.
func (n *needing) name(s string, kernel bool) {
	n.add(shown[s])
	if kernel {
		n.add(inKernel[s])
	}
	d := n.decls[s]
	if d == nil {
		return
	}
	switch what := head(d); {
	case what == "define" && kernel:
		n.add("c")
	case what == "define-datatype" && kernel:
		n.add("D")
	}
	if n.active[s] {
		n.add("e")
		if kernel {
			n.add("x")
		}
		return
	}
	key := s
	if kernel {
		key += " in a kernel"
	}
	if !n.seen[key] {
		n.seen[key] = true
		n.declaration(d, kernel)
	}
}

// TestNeeds: every need is that of a function of a program, which main reaches.
func TestNeeds(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "needs.txt"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, ";") {
			continue
		}
		f := strings.Fields(line)
		if len(f) != 3 || names[f[0]] {
			t.Fatalf("wrong line: %s", line)
		}
		names[f[0]] = true
		file, function, _ := strings.Cut(f[2], "#")
		file = filepath.Join("testdata", filepath.FromSlash(file)+".kfc")
		all := programOf(t, file)
		all.declaration(all.decls["main"], false)
		n := programOf(t, file)
		if d := n.decls[function]; d == nil || !all.funcs[function] {
			t.Errorf("%s: nothing calls %s", f[0], f[2])
		} else {
			n.declaration(d, false)
		}
		for _, c := range strings.Trim(f[1], "-") {
			if !n.codes[c] {
				t.Errorf("%s: %s does not need %c", f[0], f[2], c)
			}
		}
	}
	if len(names) != 160 {
		t.Errorf("there are %d needs, not 160", len(names))
	}
}
