package main

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"image/color"
	"math"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A curve is points with a colour of the page: number 1 and up. Points of what others have
// measured are hollow and have no line.
type curve struct {
	name   string
	color  int
	hollow bool
	line   bool
	points plotter.XYs
}

// Colours of a plot stand for those of the page, which knows whether it is dark.
var (
	textColor = color.RGBA{1, 1, 1, 255}
	gridColor = color.RGBA{2, 2, 2, 255}
)

func seriesColor(n int) color.Color { return color.RGBA{3, 0, uint8(n), 255} }

// A figure is a plot with its legend.
type figure struct {
	Title, Note string
	SVG         template.HTML
	Legend      []legend
	Wide        bool
}

type legend struct {
	Name   string
	Color  int
	Hollow bool
}

// newPlot is an empty plot of the page.
func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.Transparent
	p.X.Label.Text, p.Y.Label.Text = x, y
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font.Size, a.Tick.Label.Font.Size = 11, 11
		a.Color, a.Tick.Color, a.Label.TextStyle.Color, a.Tick.Label.Color = textColor, textColor, textColor, textColor
		a.Label.TextStyle.Font.Variant, a.Tick.Label.Font.Variant = "Sans", "Sans"
		a.Tick.Length = 3
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = gridColor, gridColor
	p.Add(grid)
	return p
}

// powers are ticks at powers of ten; short ranges have some between.
type powers struct{}

func (powers) Ticks(lo, hi float64) (out []plot.Tick) {
	few := math.Log10(hi/lo) < 2
	for e := math.Floor(math.Log10(lo)); e <= math.Ceil(math.Log10(hi)); e++ {
		for _, m := range []float64{1, 2, 5} {
			v := m * math.Pow(10, e)
			if v < lo*0.999 || v > hi*1.001 {
				continue
			}
			label := ""
			if m == 1 || few {
				label = short(v)
			}
			out = append(out, plot.Tick{Value: v, Label: label})
		}
	}
	return out
}

// short is a number as ticks have it: 0.01, 5, 1000, 10k, 2M.
func short(v float64) string {
	switch {
	case v >= 0.999e6:
		return fmt.Sprintf("%.3gM", v/1e6)
	case v >= 0.999e4:
		return fmt.Sprintf("%.3gk", v/1e3)
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}

// curves is a plot over logarithmic axes.
func curves(title, x, y string, cs []curve) figure {
	p := newPlot(x, y)
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = powers{}, powers{}
	f := figure{Title: title}
	for _, c := range cs {
		if len(c.points) == 0 {
			continue
		}
		f.Legend = append(f.Legend, legend{c.name, c.color, c.hollow})
		p.Add(dots(c.points, c.color, c.hollow))
		if c.line && len(c.points) > 1 {
			l, err := plotter.NewLine(c.points)
			if err != nil {
				panic(err) // points are finite
			}
			l.LineStyle = draw.LineStyle{Color: seriesColor(c.color), Width: 1.6}
			p.Add(l)
		}
	}
	if len(f.Legend) == 0 {
		return f
	}
	room(&p.X)
	room(&p.Y)
	f.SVG = svg(p, 380, 260, title)
	return f
}

// room widens the range of a logarithmic axis, to a factor of ten at least.
func room(a *plot.Axis) {
	a.Min, a.Max = a.Min*0.8, a.Max*1.25
	if r := a.Max / a.Min; r < 10 {
		a.Min, a.Max = a.Min/math.Sqrt(10/r), a.Max*math.Sqrt(10/r)
	}
}

// dots is marks without a line.
func dots(xys plotter.XYs, colour int, hollow bool) *plotter.Scatter {
	s, err := plotter.NewScatter(xys)
	if err != nil {
		panic(err)
	}
	s.GlyphStyle = draw.GlyphStyle{Color: seriesColor(colour), Radius: 3.4, Shape: draw.CircleGlyph{}}
	if hollow {
		s.Shape = ring{}
	}
	return s
}

// A ring is a hollow dot.
type ring struct{}

func (ring) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	c.SetLineStyle(draw.LineStyle{Color: s.Color, Width: 1.3})
	var p vg.Path
	p.Move(vg.Point{X: at.X + s.Radius, Y: at.Y})
	p.Arc(at, s.Radius, 0, 2*math.Pi)
	p.Close()
	c.Stroke(p)
}

// beside is a name with room to the axis behind it: letters of browsers are wider.
func beside(name string) string { return name + strings.Repeat("\u00a0", 2+len(name)/5) }

// ranks is a plot with a row for each name, the first on top, and a logarithmic axis; y of
// points is the number of the row.
func ranks(title, x string, names []string, cs []curve) figure {
	p := newPlot(x, "")
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, powers{}
	f := figure{Title: title, Wide: true}
	for _, c := range cs {
		if len(c.points) == 0 {
			continue
		}
		f.Legend = append(f.Legend, legend{c.name, c.color, c.hollow})
		up := slices.Clone(c.points)
		for i := range up {
			up[i].Y = float64(len(names)-1) - up[i].Y
		}
		p.Add(dots(up, c.color, c.hollow))
	}
	if len(f.Legend) == 0 {
		return f
	}
	var ticks []plot.Tick
	for i, n := range names {
		ticks = append(ticks, plot.Tick{Value: float64(len(names) - 1 - i), Label: beside(n)})
	}
	p.Y.Tick.Marker, p.Y.Tick.Length = plot.ConstantTicks(ticks), 0
	p.Y.Min, p.Y.Max = -0.6, float64(len(names))-0.4
	room(&p.X)
	f.SVG = svg(p, 400, vg.Length(56+20*len(names)), title)
	return f
}

// bars is a plot with a bar for each name, the first on top.
func bars(title, x string, names []string, values []float64) figure {
	p := newPlot(x, "")
	f := figure{Title: title, Wide: true}
	if len(values) == 0 {
		return f
	}
	var ticks []plot.Tick
	up := make(plotter.Values, len(values))
	for i, v := range values {
		up[len(values)-1-i] = v
		ticks = append(ticks, plot.Tick{Value: float64(len(values) - 1 - i), Label: beside(names[i])})
	}
	b, err := plotter.NewBarChart(up, 10)
	if err != nil {
		panic(err)
	}
	b.Horizontal, b.Color, b.LineStyle.Width = true, seriesColor(1), 0
	p.Add(b)
	p.Y.Tick.Marker, p.Y.Tick.Length = plot.ConstantTicks(ticks), 0
	p.X.Min = 0
	p.X.Tick.Marker = plot.TickerFunc(func(lo, hi float64) (out []plot.Tick) {
		for _, t := range (plot.DefaultTicks{}).Ticks(lo, hi) {
			if t.Label != "" {
				t.Label = short(t.Value)
			}
			out = append(out, t)
		}
		return out
	})
	f.SVG = svg(p, 400, vg.Length(46+17*len(names)), title)
	return f
}

// colours in the text of a plot.
var (
	colours = regexp.MustCompile(`#(01|02|03)[0-9A-F]{2}([0-9A-F]{2})`)
	sizes   = regexp.MustCompile(`<svg width="[^"]*" height="[^"]*"`)
	fonts   = regexp.MustCompile(`font-family:[^;]*;font-variant:[^;]*;font-weight:[^;]*;font-style:[^;]*;`)
)

// svg is a plot as an element of the page, which has colours for it.
func svg(p *plot.Plot, width, height vg.Length, title string) template.HTML {
	canvas := vgsvg.New(width, height)
	p.Draw(draw.Crop(draw.New(canvas), 2, -16, 2, -6)) // labels may stand out
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		panic(err) // a buffer takes everything
	}
	text := b.String()
	text = text[strings.Index(text, "<svg"):]
	text = sizes.ReplaceAllString(text, `<svg role="img" aria-label="`+html.EscapeString(title)+`"`)
	text = fonts.ReplaceAllString(text, "")
	text = colours.ReplaceAllStringFunc(text, func(c string) string {
		switch c[1:3] {
		case "01":
			return "var(--text)"
		case "02":
			return "var(--line)"
		}
		return "var(--c" + fmt.Sprint(int(c[6]-'0')) + ")"
	})
	return template.HTML(text)
}
