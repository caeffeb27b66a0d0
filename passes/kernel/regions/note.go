package regions

// What planning says of a region: its clusters, their cost, why runs that use
// the same array are not fused, and a picture of the graph.

import (
	"fmt"
	"slices"
	"strings"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/passes/kernel/fusion"
	"nessiec/passes/kernel/opt"
	"nessiec/passes/pass"
)

// note leaves a note about a region and its plan.
func (f *planning) note(r *region, p *fusion.Problem, plan fusion.Plan, how string) {
	if !f.Notes {
		return
	}
	cost := p.Cost(plan)
	lines := []string{fmt.Sprintf("region %d of %s: %d runs in %d kernels, arrays stored %d, read %d%s (%s)",
		f.regions, f.fn, p.N, cost.Launches, cost.Stored, cost.Read, either(cost.Again > 0, fmt.Sprintf(", work done again %d", cost.Again), ""), how)}
	for _, g := range plan.Clusters() {
		if len(g) > 1 {
			lines = append(lines, "  one kernel: "+strings.Join(r.names(g), ", "))
		}
	}
	for i, c := range plan {
		if c == fusion.Copied {
			lines = append(lines, fmt.Sprintf("  %s is copied into what reads it", r.name(i)))
		}
	}
	for _, e := range touching(p) {
		if plan[e.From] != plan[e.To] && plan[e.From] != fusion.Copied && plan[e.To] != fusion.Copied {
			lines = append(lines, fmt.Sprintf("  %s and %s are apart: %s", r.name(e.From), r.name(e.To), reason(p, plan, e.From, e.To)))
		}
	}
	f.verdicts(r, p, plan)
	f.Note(pass.Note{Name: fmt.Sprintf("%s-%d", f.fn, f.regions), Lines: lines, Dot: r.picture(p, plan)})
}

// verdicts lists what is fused, and which invocations are in different kernels for what
// reason: pairs that are incompatible, and pairs that use the same array or follow each other.
func (f *planning) verdicts(r *region, p *fusion.Problem, plan fusion.Plan) {
	places := make([][]ir.Pos, len(r.invocations))
	for i, x := range r.invocations {
		places[i] = opt.Places(x.call, x.soac)
	}
	pair := func(i, j int, fused bool, why string) {
		f.Verdict(pass.Verdict{Of: places[i], With: places[j], Fused: fused, Why: why,
			Makes: [2][]*lcu.Var{r.invocations[i].stmt.let.Binds, r.invocations[j].stmt.let.Binds}})
	}
	for _, g := range plan.Clusters() {
		for _, i := range g[1:] {
			pair(g[0], i, true, "fused")
		}
	}
	close := map[fusion.Edge]bool{}
	for _, e := range slices.Concat(touching(p), p.Edges) {
		close[e] = true
	}
	for j := range r.invocations {
		if plan[j] == fusion.Copied {
			f.Verdict(pass.Verdict{Of: places[j], Fused: true, Why: "computed where it is read: that costs less than to store it"})
			continue
		}
		for i := range j {
			if plan[i] == plan[j] || plan[i] == fusion.Copied {
				continue
			}
			if alone := p.Incompatible(i, j); alone.Why != fusion.Compatible {
				pair(i, j, false, alone.String())
			} else if i == j-1 || close[fusion.Edge{From: i, To: j}] {
				pair(i, j, false, reason(p, plan, i, j))
			}
		}
	}
}

// name is a run by its number and kernel.
func (r *region) name(i int) string { return fmt.Sprintf("%d:%s", i, r.invocations[i].call.Kernel) }

func (r *region) names(is []int) (out []string) {
	for _, i := range is {
		out = append(out, r.name(i))
	}
	return out
}

// touching is the pairs that use the same array, each once, in order.
func touching(p *fusion.Problem) (out []fusion.Edge) {
	for _, a := range p.Arrays {
		for k, j := range a.Readers {
			if a.Maker >= 0 && a.Maker != j {
				out = append(out, fusion.Edge{From: a.Maker, To: j})
			}
			for _, i := range a.Readers[:k] {
				out = append(out, fusion.Edge{From: i, To: j})
			}
		}
	}
	slices.SortFunc(out, func(a, b fusion.Edge) int {
		if a.From != b.From {
			return a.From - b.From
		}
		return a.To - b.To
	})
	return slices.Compact(out)
}

// reason is why i and j are in different clusters.
func reason(p *fusion.Problem, plan fusion.Plan, i, j int) string {
	if why := p.Incompatible(i, j); why.Why != fusion.Compatible {
		return why.String()
	}
	for k, c := range plan {
		for l, d := range plan {
			if why := p.Incompatible(k, l); c == plan[i] && d == plan[j] && k != l && why.Why != fusion.Compatible {
				return fmt.Sprintf("%d and %d are fused with them, and %s", k, l, why)
			}
		}
	}
	united := slices.Clone(plan)
	for k, c := range plan {
		if c == max(plan[i], plan[j]) {
			united[k] = min(plan[i], plan[j])
		}
	}
	if err := fusion.Verify(p, united); err != nil {
		return err.Error()
	}
	return "this planner did not find that they can be"
}

// picture is the graph of a region for Graphviz: clusters in boxes, arrays as
// edges, in red why they are not fused.
func (r *region) picture(p *fusion.Problem, plan fusion.Plan) string {
	var b strings.Builder
	b.WriteString("digraph region {\n  node [shape=box, fontname=monospace];\n  edge [fontname=monospace, fontsize=10];\n")
	for k, g := range plan.Clusters() {
		if len(g) > 1 {
			fmt.Fprintf(&b, "  subgraph cluster_%d {\n    style=rounded; color=blue;\n", k)
		}
		for _, i := range g {
			fmt.Fprintf(&b, "    n%d [label=%q];\n", i, r.name(i)+"\n"+r.invocations[i].describe())
		}
		if len(g) > 1 {
			b.WriteString("  }\n")
		}
	}
	for i, c := range plan {
		if c == fusion.Copied {
			fmt.Fprintf(&b, "    n%d [label=%q, style=dashed];\n", i, r.name(i)+"\n"+r.invocations[i].describe()+", copied")
		}
	}
	edges := map[fusion.Edge]bool{}
	for _, x := range r.invocations {
		for _, v := range x.stmt.let.Binds {
			for _, y := range r.invocations {
				if y.stmt.uses[v] {
					e := fusion.Edge{From: x.num, To: y.num}
					edges[e] = true
					r.edge(&b, p, plan, e, v.Name, "")
				}
			}
		}
	}
	for _, e := range p.Edges {
		if !edges[e] {
			r.edge(&b, p, plan, e, "", ", style=dotted")
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// edge draws what orders two runs: an array or scalar, or something between.
func (r *region) edge(b *strings.Builder, p *fusion.Problem, plan fusion.Plan, e fusion.Edge, name, style string) {
	if plan[e.From] != plan[e.To] && plan[e.From] != fusion.Copied && plan[e.To] != fusion.Copied {
		style += ", color=red"
		name += "\n" + reason(p, plan, e.From, e.To)
	}
	fmt.Fprintf(b, "  n%d -> n%d [label=%q%s];\n", e.From, e.To, name, style)
}

// describe is what a run does and over how many elements, for people.
func (x *invocation) describe() string {
	s := []string{"map", "reduce", "scan", "directory", "once", "permute", "scatter", "filter", "other", "update"}[x.kind]
	if x.parts.Segmented() {
		s = "segmented " + s
	}
	if x.selection != nil {
		s += fmt.Sprintf(" of what %d keeps", x.selection.num)
	}
	return s
}
