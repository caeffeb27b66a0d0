package division

import (
	"fmt"
	"io"
	"text/tabwriter"

	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/kir"
)

// Write prints the report: each launch with its arrays, what leaves the program, and sums.
func (r *Report) Write(w io.Writer, files diag.Files) {
	if len(r.Launches) == 0 {
		fmt.Fprintln(w, "No kernels: the host computes all of this program, on every rank. Functions that nothing calls are not compiled; -entry=NAME compiles one.")
		return
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, l := range r.Launches {
		what := "divided among ranks"
		if l.Why != Divided {
			what = "run whole by every rank: " + l.Why.String()
		}
		fmt.Fprintf(t, "%s: %s, %s\n", at(files, l.Pos, l.Func), l.Kernel.Name, what)
		for _, u := range l.Uses {
			fmt.Fprintf(t, "    %s\t%s\t%s\n", u.Name, u.Access, r.cost(l, u, files))
		}
		t.Flush()
	}
	for _, o := range r.Results {
		what := "its numbers are"
		if o.Place&Blocks != 0 {
			what = fmt.Sprintf("%d bytes an element are", o.Bytes)
		}
		fmt.Fprintf(w, "%s: leaves the program: %s brought everywhere first\n", at(files, o.Pos, "a result"), what)
	}
	r.sums(w)
}

// at is a place in the source, or what to say where that is not known.
func at(files diag.Files, p ir.Pos, other string) string {
	if s := files.Position(p); s != "" {
		return s
	}
	return other
}

// cost says what has to be sent for a use.
func (r *Report) cost(l *Launch, u *Use, files diag.Files) string {
	from := ""
	if at := files.Position(u.Made); at != "" {
		from = ", made at " + at
	}
	switch l.Moved(u) {
	case Own:
		return fmt.Sprintf("in blocks%s: sent where its blocks are not those of the launch, %d bytes an element", from, u.Bytes)
	case Partials:
		return fmt.Sprintf("brought everywhere: what groups have, of which there are at most %d, %d bytes an element", r.device.Chunks, u.Bytes)
	case Read:
		return fmt.Sprintf("in blocks%s: what a rank reads of it is sent, %d bytes an element", from, u.Bytes)
	case Written:
		return fmt.Sprintf("what a rank writes is sent to the one that has it, %d bytes an element", u.Bytes)
	case All:
		s := "in blocks"
		if u.Place&Everywhere != 0 {
			s = "may be in blocks"
		}
		if u.Count >= 0 {
			return fmt.Sprintf("%s%s: brought everywhere, %d bytes to each rank", s, from, u.Count*int64(u.Bytes))
		}
		return fmt.Sprintf("%s%s: brought everywhere, %d bytes an element to each rank", s, from, u.Bytes)
	}
	switch {
	case !u.Access.Writes():
		return "every rank has it"
	case u.Access == kir.Amended:
		return "each rank amends what it has"
	case l.Why != Divided:
		return "every rank writes all of it"
	case u.Access == kir.Alone:
		return "written if there is one group"
	case u.Access == kir.Partial:
		return "each rank writes the elements of its groups"
	case u.Access == kir.Packed:
		return "each rank writes what its elements give"
	}
	return "each rank writes its block"
}

// sums prints how many kernels are divided, and how many need large arrays everywhere.
func (r *Report) sums(w io.Writer) {
	by, replicating := r.Kernels()
	n := 0
	for _, k := range by {
		n += k
	}
	fmt.Fprintf(w, "\n%s, %s in host code\n", diag.Count(n, "kernel", "kernels"), diag.Count(len(r.Launches), "launch", "launches"))
	for why := Divided; why <= Unknown; why++ {
		switch {
		case by[why] == 0:
		case why == Divided:
			fmt.Fprintf(w, "%6d divided among ranks\n", by[why])
		default:
			fmt.Fprintf(w, "%6d run whole by every rank: %s\n", by[why], why)
		}
	}
	fmt.Fprintf(w, "%6d want an array everywhere that is in blocks and may be large\n", replicating)
}
