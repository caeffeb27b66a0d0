package data

// Plots: which values are curves, and dots in colours.

import (
	"slices"

	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/tools/data/plot"
)

var svgFormat = Format{Name: "svg", Suffixes: []string{".svg"}, Doc: "[(float, float)]: a plot of a curve; [[(float, float)]]: of several; [(float, float, int)]: of dots, each with the number of its colour; or a pair of dots and curves; only written, also as .png",
	write: func(v value.Value, t *types.Type, _ value.Num) ([]byte, error) {
		d, ok := drawingOf(v, t)
		if !ok {
			return nil, unlike(".svg", t, "what can be drawn: curves, [(float, float)] or [[(float, float)]], dots with a colour, [(float, float, int)], or a pair of dots and curves")
		}
		return d.Write("svg")
	}}

// aCurve is the type of the points of a curve.
var aCurve = types.Seq(types.Tuple(types.Float, types.Float))

// isDots reports whether t is sequences of places with the numbers of their colours.
func isDots(t *types.Type) bool {
	return t.Kind == types.KSeq && slices.Equal(components(t.Elem()), []*types.Type{types.Float, types.Float, types.Int})
}

// drawingOf is what a value of type t shows, if that is something to draw.
func drawingOf(v value.Value, t *types.Type) (d plot.Drawing, ok bool) {
	switch pair := components(t); {
	case t == aCurve || t == types.Seq(aCurve):
		setCurves(&d, v, t)
	case isDots(t):
		setDots(&d, v, t)
	case len(pair) == 2 && isDots(pair[0]) && (pair[1] == aCurve || pair[1] == types.Seq(aCurve)):
		both := parts(v, t)
		setDots(&d, both[0], pair[0])
		setCurves(&d, both[1], pair[1])
	default:
		return d, false
	}
	return d, true
}

// setCurves adds one curve, or several.
func setCurves(d *plot.Drawing, v value.Value, t *types.Type) {
	if t == aCurve {
		d.Curves = []plot.Points{pointsOf(v)}
		return
	}
	for _, c := range v.(value.Values) {
		d.Curves = append(d.Curves, pointsOf(c))
	}
}

func setDots(d *plot.Drawing, v value.Value, t *types.Type) {
	d.Dots = map[int64]plot.Points{}
	s := v.(value.Seq)
	for i := range s.Len() {
		p := parts(s.At(i), t.Elem())
		colour := int64(p[2].(value.Int))
		d.Dots[colour] = append(d.Dots[colour], plot.Point{X: float64(p[0].(value.Float)), Y: float64(p[1].(value.Float))})
	}
}

func pointsOf(v value.Value) plot.Points {
	rows := v.(*value.Rows)
	x, y := rows.Cols[0].(value.Floats), rows.Cols[1].(value.Floats)
	out := make(plot.Points, rows.N)
	for i := range out {
		out[i] = plot.Point{X: x[i], Y: y[i]}
	}
	return out
}
