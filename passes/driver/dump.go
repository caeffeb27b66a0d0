package driver

// Dumps: the text of a program with a header from which the pipeline can be
// entered again.
//
//	;; fkl.segmented after lift-calls (17/41)
//	;; options -int=32 -float=64 -seed=0 ...
//	;; file 0 "qs.nesl"
//
// By hand the first line may be the name of the language alone; then the
// program is before the first pass that takes this language.

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"nessiec/grammar"
	"nessiec/ir/text"
	"nessiec/passes/pass"
)

// A Header is what the first lines of a dump say.
type Header struct {
	Language string
	After    string // the last pass that ran; "": none, or not said
	Options  pass.Options
	Files    []string
}

// Dump is the text of p with its header and all positions: what is written to
// files, from which the rest of the pipeline makes the very same program.
func (d *Driver) Dump(o pass.Options, p Program) string { return d.dump(o, p, true) }

// Show is Dump for readers: only the forms that can fail print their positions.
func (d *Driver) Show(o pass.Options, p Program) string { return d.dump(o, p, o.LineInfo) }

func (d *Driver) dump(o pass.Options, p Program, positions bool) string {
	var b strings.Builder
	where := "at start"
	if p.Next > 0 {
		where = "after " + d.Passes[p.Next-1].Name
	}
	fmt.Fprintf(&b, ";; %s %s (%d/%d)\n", p.Lang, where, p.Next, len(d.Passes))
	fmt.Fprintf(&b, ";; options %s\n", o)
	for i, f := range d.Files {
		fmt.Fprintf(&b, ";; file %d %q\n", i, f)
	}
	b.WriteString(p.Text(text.Options{Positions: positions}))
	return b.String()
}

// WithNotes is a dump with notes as comments after its first line.
func WithNotes(dump string, notes []pass.Note) string {
	head, rest, _ := strings.Cut(dump, "\n")
	var b strings.Builder
	b.WriteString(head + "\n")
	for _, n := range notes {
		for _, l := range n.Lines {
			fmt.Fprintf(&b, ";; | %s\n", l)
		}
	}
	b.WriteString(rest)
	return b.String()
}

// DumpTo is an observer that writes NN-pass.dump files into dir: after the
// passes with these names, or after all if one of them is "all". Passes that
// were skipped or changed nothing write a file that says so. Pictures of a
// pass go to NN-pass.NAME.dot. A file that cannot be written is reported to fail.
func (d *Driver) DumpTo(dir string, names []string, o pass.Options, fail func(error)) func(*Row) {
	return func(r *Row) {
		if !slices.Contains(names, "all") && !slices.Contains(names, r.Pass.Name) {
			return
		}
		s := d.Dump(o, r.Out)
		if r.Unchanged || r.Skipped {
			head, rest, _ := strings.Cut(s, "\n")
			s = head + "\n;; unchanged\n" + rest
		}
		write := func(suffix, text string) {
			name := filepath.Join(dir, fmt.Sprintf("%02d-%s.%s", r.Index+1, r.Pass.Name, suffix))
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				fail(err)
			}
		}
		write("dump", WithNotes(s, r.Notes))
		for _, n := range r.Notes {
			if n.Dot != "" {
				write(n.Name+".dot", n.Dot)
			}
		}
	}
}

// firstLine is what the first line of a dump says: ;; nkl.named after normalise (14/78), or ;; nesl.parsed at start.
func firstLine(l string) (lang, after string, ok bool) {
	l = strings.TrimSpace(l)
	words := strings.Fields(l)
	if strings.Join(words, " ") != l {
		return "", "", false
	}
	if n := len(words); n > 2 && isCount(words[n-1]) {
		words = words[:n-1]
	}
	switch {
	case len(words) < 2 || words[0] != ";;":
	case len(words) == 2, len(words) == 4 && words[2] == "at" && words[3] == "start":
		return words[1], "", true
	case len(words) == 4 && words[2] == "after":
		return words[1], words[3], true
	}
	return "", "", false
}

// isCount reports whether s is the place of a pass among all: (14/78).
func isCount(s string) bool {
	s, begins := strings.CutPrefix(s, "(")
	s, ends := strings.CutSuffix(s, ")")
	n, all, two := strings.Cut(s, "/")
	digits := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	return begins && ends && two && digits(n) && digits(all)
}

// ReadHeader reads the header of a dump; what is not said is the default.
func ReadHeader(src string) (Header, error) {
	h := Header{Options: pass.DefaultOptions()}
	lines := strings.Split(src, "\n")
	var ok bool
	if h.Language, h.After, ok = firstLine(lines[0]); !ok {
		return h, fmt.Errorf("1:1: expected a first line like ;; nkl.named, found %q", lines[0])
	}
	for i, l := range lines[1:] {
		word, rest, _ := strings.Cut(strings.TrimPrefix(l, ";; "), " ")
		var err error
		switch {
		case !strings.HasPrefix(l, ";;"):
			return h, nil
		case word == "options":
			h.Options, err = pass.ParseOptions(rest)
		case word == "file":
			err = h.addFile(rest)
		}
		if err != nil {
			return h, fmt.Errorf("%d:1: %w", i+2, err)
		}
	}
	return h, nil
}

func (h *Header) addFile(s string) error {
	num, quoted, _ := strings.Cut(s, " ")
	n, err1 := strconv.Atoi(num)
	name, err2 := strconv.Unquote(quoted)
	if err1 != nil || err2 != nil || n != len(h.Files) {
		return fmt.Errorf("expected file %d \"name\", found file %s", len(h.Files), s)
	}
	h.Files = append(h.Files, name)
	return nil
}

// ReadDump reads a dump and verifies the program; langs are the languages that
// it may be in. Errors have positions in src.
func (d *Driver) ReadDump(src string, langs []*grammar.Language) (Program, Header, error) {
	h, err := ReadHeader(src)
	if err != nil {
		return Program{}, h, err
	}
	l := grammar.Find(langs, h.Language)
	if l == nil {
		var names []string
		for _, l := range langs {
			names = append(names, l.Name)
		}
		return Program{}, h, fmt.Errorf("1:1: unknown language %s; the languages are %s", h.Language, strings.Join(names, ", "))
	}
	p := Program{Lang: l}
	if p.Next, err = d.place(l, h.After); err != nil {
		return p, h, err
	}
	if p.Module, err = l.Family.Parse(src); err != nil {
		return p, h, err
	}
	return p, h, verify(p, Program{})
}

// place is the index of the pass after the one called after.
func (d *Driver) place(l *grammar.Language, after string) (int, error) {
	if after == "" {
		if i := d.Start(l); i >= 0 {
			return i, nil
		}
		return 0, fmt.Errorf("1:1: no pass takes %s", l)
	}
	i := d.Find(after)
	if i < 0 {
		return 0, fmt.Errorf("1:1: no pass %s in the table", after)
	}
	if d.Passes[i].To != l {
		return 0, fmt.Errorf("1:1: pass %s makes %s, not %s", after, d.Passes[i].To, l)
	}
	return i + 1, nil
}
