package explain

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Write prints the report: the kernels, then line by line what became of it, and at the
// end what the reasons mean that were given.
func (r *Report) Write(w io.Writer) {
	if len(r.Kernels) == 0 {
		fmt.Fprintln(w, "No kernels: the host computes all of this program. Functions that nothing calls are not compiled; -entry=NAME compiles one.")
		return
	}
	fmt.Fprintf(w, "Kernels, in the order of host code:\n")
	for _, k := range r.Kernels {
		fmt.Fprintf(w, "  %2d  %s", k.Num, k.Title())
		if k.Func != "" {
			fmt.Fprintf(w, ", in %s", k.Func)
		}
		fmt.Fprintln(w)
	}
	var why []string
	file := -1
	for _, l := range r.Lines {
		if l.File != file {
			file = l.File
			fmt.Fprintf(w, "\n%s\n", r.Files[file].Name)
		}
		fmt.Fprintf(w, "%5d | %s\n", l.Line, r.Source(l.File, l.Line))
		for _, s := range r.Say(l) {
			fmt.Fprintf(w, "        %s\n", s)
		}
		for _, a := range l.Apart {
			if !slices.Contains(why, a.Why) {
				why = append(why, a.Why)
			}
		}
	}
	r.legend(w, why)
}

// Title is what a kernel is, and the lines in it.
func (k *Kernel) Title() string {
	s := k.What
	if lines := k.Lines(); len(lines) > 0 {
		s += " of " + count("line", lines)
	} else {
		s += " of lengths or offsets of nested sequences"
	}
	return s
}

// Say is what is to be said of a line, in sentences.
func (r *Report) Say(l *Line) (out []string) {
	slices.SortFunc(l.Apart, func(a, b Apart) int { return cmp.Or(a.Kernel.Num-b.Kernel.Num, a.Other.Num-b.Other.Num) })
	for _, k := range l.Kernels {
		s := fmt.Sprintf("in kernel %d, a %s", k.Num, k.What)
		if others := slices.DeleteFunc(k.Lines(), func(n int) bool { return n == l.Line }); len(others) > 0 {
			s += ", together with " + count("line", others)
		}
		out = append(out, s)
	}
	for _, f := range l.Fates {
		out = append(out, fmt.Sprintf("%s (%s)", f.Why, f.Pass))
	}
	for i, a := range l.Apart {
		same := func(b Apart) bool { return b.Kernel == a.Kernel && b.Why == a.Why }
		if slices.ContainsFunc(l.Apart[:i], same) {
			continue
		}
		var others, lines []int
		for _, b := range l.Apart[i:] {
			if same(b) {
				others = append(others, b.Other.Num)
				if n := b.Other.Home.Line(); n > 0 && !slices.Contains(lines, n) {
					lines = append(lines, n)
				}
			}
		}
		s := fmt.Sprintf("kernel %d is not one with %s", a.Kernel.Num, count("kernel", others))
		if len(lines) > 0 {
			s += " (" + count("line", lines) + ")"
		}
		s += ": " + a.Why
		if a.Pass != "" {
			s += " (" + a.Pass + ")"
		}
		out = append(out, s)
	}
	return out
}

// count is "line 3", or "lines 3, 4".
func count(what string, ns []int) string {
	if len(ns) > 1 {
		what += "s"
	}
	return what + " " + strings.Trim(strings.Join(strings.Fields(fmt.Sprint(ns)), ", "), "[]")
}

// Source is the text of a line.
func (r *Report) Source(file, line int) string {
	lines := strings.Split(r.Files[file].Source, "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	return strings.TrimRight(lines[line-1], " \t\r")
}

// legend says what reasons mean.
func (r *Report) legend(w io.Writer, why []string) {
	var seen []string
	for _, s := range why {
		m := Meaning(s)
		if m == "" || slices.Contains(seen, m) {
			continue
		}
		if len(seen) == 0 {
			fmt.Fprint(w, "\nWhy kernels are apart:\n")
		}
		seen = append(seen, m)
		fmt.Fprintf(w, "\n  %s\n", s)
		for _, line := range wrap(m, 92) {
			fmt.Fprintf(w, "      %s\n", line)
		}
	}
}

// wrap breaks a text into lines of so many bytes, at blanks.
func wrap(s string, width int) (out []string) {
	line := ""
	for _, word := range strings.Fields(s) {
		if line != "" && len(line)+1+len(word) > width {
			out, line = append(out, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(out, line)
}
