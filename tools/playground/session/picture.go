package session

import (
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A Picture is a result that can be seen: a grid of numbers, a grid of colours, or
// points in the plane.
type Picture struct {
	Kind          string // one of the kinds below
	Width, Height int    // of a grid
	Data          []float64
}

// The kinds of pictures, and what their data is.
const (
	Grey   = "grey"   // rows of numbers: [[int]] or [[float]]
	Colour = "colour" // rows of red, green and blue, from 0 to 255: [[(int, int, int)]]
	Points = "points" // x and y of each: [(float, float)]
)

// What is smaller is better read than looked at.
const (
	leastSide   = 8
	leastPoints = 8
)

// kindOf is the kind of pictures that values of a type are, "" for none.
func kindOf(t *types.Type) string {
	if t.Kind != types.KSeq {
		return ""
	}
	row := t.Elem()
	switch {
	case parts(row, types.KFloat) == 2:
		return Points
	case row.Kind != types.KSeq:
		return ""
	case row.Elem().Kind == types.KInt || row.Elem().Kind == types.KFloat:
		return Grey
	case parts(row.Elem(), types.KInt) == 3:
		return Colour
	}
	return ""
}

// parts is how many scalars a tuple consists of, 0 if not all are of a kind. Tuples of
// three are pairs in pairs.
func parts(t *types.Type, kind types.Kind) int {
	if t.Kind != types.KTuple {
		return 0
	}
	n := 0
	for _, e := range t.Elems {
		switch m := parts(e, kind); {
		case e.Kind == kind:
			n++
		case m > 0:
			n += m
		default:
			return 0
		}
	}
	return n
}

// isPicture reports whether values of a type, or components of them, may be pictures.
func isPicture(t *types.Type) bool {
	if t.Kind == types.KTuple {
		for _, e := range t.Elems {
			if isPicture(e) {
				return true
			}
		}
	}
	return kindOf(t) != ""
}

// pictureOf is the picture that a value is, or the first of its components that is one.
func pictureOf(v value.Value, t *types.Type) (Picture, bool) {
	if t.Kind == types.KTuple {
		for i, e := range t.Elems {
			if p, ok := pictureOf(v.(value.Tuple)[i], e); ok {
				return p, true
			}
		}
		return Picture{}, false
	}
	p := Picture{Kind: kindOf(t)}
	switch p.Kind {
	case "":
		return p, false
	case Points:
		p.add(v)
		return p, len(p.Data) >= 2*leastPoints
	}
	rows := v.(value.Seq)
	p.Height = rows.Len()
	if p.Height < leastSide {
		return p, false
	}
	p.Width = rows.At(0).(value.Seq).Len()
	for i := range p.Height {
		row := rows.At(i).(value.Seq)
		if row.Len() != p.Width {
			return p, false
		}
		p.add(row)
	}
	return p, p.Width >= leastSide
}

// add adds the numbers of a value.
func (p *Picture) add(v value.Value) {
	switch v := v.(type) {
	case value.Int:
		p.Data = append(p.Data, float64(v))
	case value.Float:
		p.Data = append(p.Data, float64(v))
	case value.Floats:
		p.Data = append(p.Data, v...)
	case value.Tuple:
		for _, x := range v {
			p.add(x)
		}
	case value.Seq:
		for i := range v.Len() {
			p.add(v.At(i))
		}
	}
}
