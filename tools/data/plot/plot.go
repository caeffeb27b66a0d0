// Package plot draws curves, and dots in colours.
package plot

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	_ "gonum.org/v1/plot/vg/vgimg" // draws .png
	_ "gonum.org/v1/plot/vg/vgsvg" // draws .svg
)

// Points are places.
type (
	Point  = plotter.XY
	Points = plotter.XYs
)

// A Drawing is dots, by the numbers of their colours, and curves, each in a colour of its own.
type Drawing struct {
	Dots   map[int64]Points
	Curves []Points
}

// The size of a plot.
const (
	plotWidth  = 16 * vg.Centimeter
	plotHeight = 10 * vg.Centimeter
	dotRadius  = 1.5 * vg.Millimeter / 2
)

// Write draws lines through the points of curves, and dots, in a format of gonum plot (svg, png). It fails for what
// has no place, as nan.
func (d Drawing) Write(format string) ([]byte, error) {
	p := plot.New()
	p.Add(plotter.NewGrid())
	for _, colour := range slices.Sorted(maps.Keys(d.Dots)) {
		dots, err := plotter.NewScatter(d.Dots[colour])
		if err != nil {
			return nil, fmt.Errorf("a dot cannot be drawn: %v", err)
		}
		dots.GlyphStyle = draw.GlyphStyle{Color: plotutil.Color(int(colour) & math.MaxInt32), Radius: dotRadius, Shape: draw.CircleGlyph{}}
		p.Add(dots)
	}
	for i, c := range d.Curves {
		line, err := plotter.NewLine(c)
		if err != nil {
			return nil, fmt.Errorf("curve %d cannot be drawn: %v", i+1, err)
		}
		line.Color = plotutil.Color(len(d.Dots) + i)
		p.Add(line)
	}
	w, err := p.WriterTo(plotWidth, plotHeight, format)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	_, err = w.WriteTo(&b)
	return b.Bytes(), err
}
