package clike

// Programs as libraries: the functions that the header (header.go) declares. They
// put pointers to their arguments and results in order and leave the rest to the
// runtime (nes_library.h).

import (
	"fmt"
	"slices"
	"strings"

	"nessiec/backends"
	"nessiec/ir/program"
	"nessiec/ir/value"
)

// A called entry is one that other programs call, as the actions of a module have it.
type called struct {
	backends.Entry
	reads  []*program.Action
	result *program.Action
	number int // of result in the table of actions, where what is read has no row
}

// LibraryFiles makes a program the library l: the file with this suffix, which text writes, and its header.
func (e *Program) LibraryFiles(l *backends.Library, suffix string, text func() string) []backends.File {
	e.Library = l
	return []backends.File{{Name: l.Name + suffix, Text: text()}, {Name: l.Name + ".h", Text: e.Header()}}
}

// entries is what the library offers.
func (e *Program) entries() (out []called) {
	read := map[string]*program.Action{}
	for i, a := range e.M.Actions {
		switch a.Kind {
		case program.Read:
			read[a.Result] = a
		case program.Eval:
			c := called{result: a, number: i - len(read)}
			for _, name := range a.Args {
				if r := read[name]; r != nil {
					c.reads = append(c.reads, r)
				}
			}
			if len(c.reads) > 0 {
				c.Entry = e.Library.Entries[len(out)]
				out = append(out, c)
			}
		}
	}
	return out
}

// params is what the parameters of an entry are called in C; those without a name have
// numbers.
func (c *called) params() (out []string) {
	for i := range c.reads {
		name := fmt.Sprintf("arg%d", i+1)
		if len(c.Params) == len(c.reads) && c.Params[i] != "" {
			name = c.Params[i]
		}
		if reserved(name) {
			name += "_"
		}
		out = append(out, name)
	}
	return out
}

// reserved reports whether a name of NESL is none in C or C++, or one that the
// functions of libraries need.
func reserved(name string) bool {
	return slices.Contains(strings.Fields(`alignas alignof and asm auto bitand bitor bool break case catch char class compl const constexpr
		continue default delete do double else enum explicit export extern false float for friend goto if inline int long mutable namespace new
		noexcept not operator or private protected public register restrict return short signed sizeof static struct switch template this throw
		true try typedef typeid typename union unsigned using virtual void volatile while xor in out context result
		bool int32_t int64_t`), name)
}

// libraryCode is the part of a library after its functions: tables and exported functions.
func (e *Program) libraryCode() string {
	var b strings.Builder
	name := e.Library.Name
	b.WriteString(e.Header())
	t := newTop(e)
	slots := 0
	var rows []string
	for i, c := range e.entries() {
		var ds, params []string
		for _, r := range c.reads {
			ds = append(ds, value.Descriptor(r.Type))
		}
		for _, p := range c.params() {
			params = append(params, Quote(p))
		}
		slots = t.values[c.reads[0]].first
		fmt.Fprintf(&b, "\nstatic const char *const params_%d[] = {%s};\n", i, strings.Join(params, ", "))
		rows = append(rows, fmt.Sprintf("{%d, %s, %d, params_%d}", c.number, Quote("("+strings.Join(ds, ",")+")"), slots, i))
	}
	fmt.Fprintf(&b, "\nstatic const nes_entry entries[] = {\n    %s,\n};\nstatic const nes_library library = {&program, entries, %d};\n",
		strings.Join(rows, ",\n    "), len(rows))
	b.WriteString(strings.ReplaceAll(exported, "NAME", name))
	for i, c := range e.entries() {
		fmt.Fprintf(&b, "\nNES_EXPORT %s\n{\n", e.entryPrototype(c))
		var in []string
		for j, p := range c.params() {
			in = append(in, pointers(LayoutOf(c.reads[j].Type), p, "")...)
		}
		out := pointers(LayoutOf(c.result.Type), "(*result)", "(void *)")
		fmt.Fprintf(&b, "    const void *const in[] = {%s};\n", strings.Join(in, ", "))
		fmt.Fprintf(&b, "    void *const out[] = {%s};\n", strings.Join(out, ", "))
		fmt.Fprintf(&b, "    return nes_library_call((nes_context *)context, &library, %d, in, out);\n}\n", i)
	}
	for _, l := range e.results() {
		f := "NES_EXPORT " + e.freePrototype(l)
		fmt.Fprintf(&b, "\n%s\n{\n    free((void *)%s);\n    memset(value, 0, sizeof *value);\n}\n", f, firstArray(l, "(*value)"))
	}
	return b.String()
}

// exported is the functions that all libraries have, of one called NAME.
const exported = `
NES_EXPORT NAME_context *NAME_context_new(const NAME_options *options)
{
    nes_choice choice;
    if (options == NULL)
        return (NAME_context *)nes_library_new(&library, NULL);
    choice.name = options->device;
    choice.memory = options->memory;
    choice.seed = options->seed;
    return (NAME_context *)nes_library_new(&library, &choice);
}

NES_EXPORT void NAME_context_free(NAME_context *context) { nes_library_free((nes_context *)context); }

NES_EXPORT void NAME_context_error(const NAME_context *context, NAME_error *error)
{
    const nes_failure *f = ((const nes_context *)context)->failure;
    error->status = f->status;
    error->message = f->message;
    error->position = f->position;
    error->element = f->element;
    error->text = f->text;
}

NES_EXPORT void NAME_context_cancel(NAME_context *context) { nes_context_cancel((nes_context *)context); }

NES_EXPORT void NAME_context_memory(const NAME_context *context, NAME_memory *memory)
{
    const nes_context *c = (const nes_context *)context;
    memory->used = c->live;
    memory->held = c->held;
    memory->leaked = c->pieces;
}

NES_EXPORT int NAME_context_call(NAME_context *context, int entry, const void *const *in, void *const *out)
{
    return nes_library_call((nes_context *)context, &library, entry, in, out);
}

NES_EXPORT void NAME_free(void *block) { free(block); }
`

// pointers is the addresses of the parts of a value called name, in the order of its
// arrays; cast is put before those of pointers.
func pointers(l Layout, name, cast string) (out []string) {
	switch l.Kind {
	case '(':
		for i, p := range l.Parts {
			out = append(out, pointers(p, fmt.Sprintf("%s._%d", name, i), cast)...)
		}
		return out
	case '[':
		out = append(out, "&"+name+".length")
		for _, f := range columns(l.Parts[0], "", 1) {
			if cast != "" {
				out = append(out, cast+"&"+name+"."+f.name)
			} else {
				out = append(out, name+"."+f.name)
			}
		}
		return out
	}
	return []string{"&" + name}
}

// A column is one of the arrays of a sequence: its elements are of a base type, or
// offsets.
type column struct {
	name string
	kind byte // i d b c, [ offsets
}

// columns is the arrays of elements with a layout: data, and the offsets of sequences
// in them, the inner ones numbered by how deep they are. Components of tuples have
// their number behind.
func columns(l Layout, path string, depth int) (out []column) {
	switch l.Kind {
	case '(':
		for i, p := range l.Parts {
			out = append(out, columns(p, fmt.Sprintf("%s_%d", path, i), depth)...)
		}
		return out
	case '[':
		name := "offsets"
		if depth > 1 {
			name += fmt.Sprint(depth)
		}
		return append([]column{{name + path, '['}}, columns(l.Parts[0], path, depth+1)...)
	}
	return []column{{"data" + path, l.Kind}}
}

// firstArray is the first array of the value called name, "" if it has none.
func firstArray(l Layout, name string) string {
	switch l.Kind {
	case '(':
		for i, p := range l.Parts {
			if a := firstArray(p, fmt.Sprintf("%s._%d", name, i)); a != "" {
				return a
			}
		}
	case '[':
		return name + "." + columns(l.Parts[0], "", 1)[0].name
	}
	return ""
}

// results is the layouts of results that have arrays, each once.
func (e *Program) results() (out []Layout) {
	seen := map[string]bool{}
	for _, c := range e.entries() {
		l := LayoutOf(c.result.Type)
		if name := e.mangled(l); firstArray(l, "") != "" && !seen[name] {
			seen[name] = true
			out = append(out, l)
		}
	}
	return out
}
