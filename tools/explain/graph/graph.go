// Package graph draws plans of fusion: the kernels of functions, and what they read from each other.
package graph

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"nessiec/ir/lcu"
	"nessiec/passes/driver"
)

// A node of the graph is a launch of a kernel.
type node struct {
	kernel  string
	cluster int // 0: alone
	layer   int // one more than what it reads from
	column  int
	from    []*node
}

// A graph is the kernels of a function and what they read from each other.
type graph struct {
	fn       string
	nodes    []*node
	clusters int
	makes    map[*lcu.Var]*node
}

// Fusion draws the kernels of every function, those in one colour that a
// plan puts into one, as SVG. It is empty for passes that plan nothing.
func Fusion(r *driver.Row) string {
	m, ok := r.Out.Module.(*lcu.Module)
	if !ok || !strings.HasPrefix(r.Pass.Name, "plan-fusion") {
		return ""
	}
	var b strings.Builder
	for _, f := range m.Funcs {
		g := &graph{fn: f.Name, makes: map[*lcu.Var]*node{}}
		g.walk(f.Body, 0)
		if len(g.nodes) > 1 {
			g.draw(&b)
		}
	}
	return b.String()
}

// walk collects the launches of e, which is in a cluster, and returns who makes
// the results of e.
func (g *graph) walk(e lcu.Expr, cluster int) []*node {
	switch e := e.(type) {
	case *lcu.Let:
		made := g.walk(e.Rhs, cluster)
		for i, v := range e.Binds {
			if i < len(made) {
				g.makes[v] = made[i]
			}
		}
		return g.walk(e.Body, cluster)
	case *lcu.Ret:
		var out []*node
		for _, v := range e.Vals {
			out = append(out, g.maker(v))
		}
		return out
	case *lcu.Cluster:
		g.clusters++
		return g.walk(e.Body, g.clusters)
	case *lcu.Run:
		return g.launch(e.Kernel, e.Args, cluster)
	case *lcu.Copy:
		return g.launch("copy "+e.Kernel, e.Args, cluster)
	case *lcu.If:
		g.walk(e.Then, cluster)
		g.walk(e.Else, cluster)
	case *lcu.Check:
		return g.walk(e.Then, cluster)
	case *lcu.Loop:
		g.walk(e.Body, cluster)
	case *lcu.Time:
		g.walk(e.Body, cluster)
	}
	return nil
}

func (g *graph) maker(e lcu.Expr) *node {
	if r, ok := e.(*lcu.Ref); ok {
		return g.makes[r.Var]
	}
	return nil
}

// launch adds a node; all results are its own.
func (g *graph) launch(kernel string, args []lcu.Expr, cluster int) []*node {
	n := &node{kernel: kernel, cluster: cluster}
	for _, a := range args {
		if p := g.maker(a); p != nil && !slices.Contains(n.from, p) {
			n.from = append(n.from, p)
			n.layer = max(n.layer, p.layer+1)
		}
	}
	for _, o := range g.nodes {
		if o.layer == n.layer {
			n.column++
		}
	}
	g.nodes = append(g.nodes, n)
	return slices.Repeat([]*node{n}, maxResults)
}

// maxResults is more than a kernel has.
const maxResults = 256

// Sizes of the drawing, in pixels.
const (
	nodeWidth, nodeHeight = 150, 20
	stepX, stepY          = nodeWidth + 14, nodeHeight + 22
)

func (n *node) x() int { return 4 + n.column*stepX }
func (n *node) y() int { return 20 + n.layer*stepY }

// draw writes the graph of one function.
func (g *graph) draw(b *strings.Builder) {
	width, height := 0, 0
	for _, n := range g.nodes {
		width, height = max(width, n.x()+stepX), max(height, n.y()+nodeHeight+6)
	}
	fmt.Fprintf(b, `<svg width="%d" height="%d"><text x="4" y="12" font-weight="bold">%s</text>`, width, height, html.EscapeString(g.fn))
	for _, n := range g.nodes {
		for _, p := range n.from {
			x, y, u, v := p.x()+nodeWidth/2, p.y()+nodeHeight, n.x()+nodeWidth/2, n.y()
			fmt.Fprintf(b, `<path d="M%d %dC%d %d %d %d %d %d" fill="none" stroke="#8c959f"/>`, x, y, x, y+14, u, v-14, u, v)
		}
	}
	for _, n := range g.nodes {
		fill := "#ffffff"
		if n.cluster > 0 {
			fill = fmt.Sprintf("hsl(%d 70%% 85%%)", n.cluster*137%360)
		}
		name := html.EscapeString(n.kernel)
		short := []rune(strings.TrimPrefix(n.kernel, g.fn+"_"))
		label := html.EscapeString(string(short[:min(len(short), 22)]))
		fmt.Fprintf(b, `<g data-name="%s"><title>%s</title><rect x="%d" y="%d" width="%d" height="%d" rx="4" fill="%s" stroke="#57606a"/>`+
			`<text x="%d" y="%d" text-anchor="middle">%s</text></g>`,
			name, name, n.x(), n.y(), nodeWidth, nodeHeight, fill, n.x()+nodeWidth/2, n.y()+14, label)
	}
	b.WriteString("</svg>")
}
