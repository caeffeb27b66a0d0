package format

import "nessiec/grammar/nesl"

// blank reports whether a blank stands between prev and t, which is token i.
func (l *layout) blank(prev *nesl.Token, t nesl.Token, i int) bool {
	switch {
	case prev == nil:
		return false
	case t.Kind == nesl.Comment || prev.Kind == nesl.Comment:
		return true
	case prev.Text == "-" && l.prefix:
		return false
	case t.Kind == nesl.Sign:
		switch t.Text {
		case ")", "]", "}", ",", ";", "$":
			return false
		case "(", "[", "{":
			if isOpening(*prev) {
				return false
			}
			return !endsOperand(*prev) || t.Text == "{" || prev.Text == "]" && t.Text == "("
		case ":":
			return !l.tight[i]
		}
	}
	if prev.Kind == nesl.Sign {
		switch prev.Text {
		case "(", "[", "{", "#", "@":
			return false
		case ":":
			return !l.tight[i-1]
		}
	}
	return true
}

func isOpening(t nesl.Token) bool {
	return t.Kind == nesl.Sign && (t.Text == "(" || t.Text == "[" || t.Text == "{" || t.Text == "#" || t.Text == "@")
}

// endsOperand reports whether an operand may end with t.
func endsOperand(t nesl.Token) bool {
	switch t.Kind {
	case nesl.Name, nesl.Literal:
		return true
	case nesl.Sign:
		return t.Text == ")" || t.Text == "]" || t.Text == "}"
	}
	return false
}

// tightColons are the colons of ranges whose ends have no operators: [a:b], but
// [a + 1 : b].
func tightColons(ts []nesl.Token) map[int]bool {
	type bracket struct {
		colons []int
		wide   bool
	}
	var open []bracket
	tight := map[int]bool{}
	for i, t := range ts {
		top := len(open) - 1
		switch {
		case t.Kind == nesl.Sign && (t.Text == "(" || t.Text == "[" || t.Text == "{"):
			open = append(open, bracket{wide: t.Text != "["})
		case top < 0:
		case t.Kind == nesl.Sign && (t.Text == ")" || t.Text == "]" || t.Text == "}"):
			if !open[top].wide {
				for _, c := range open[top].colons {
					tight[c] = true
				}
			}
			open = open[:top]
		case t.Text == ":":
			open[top].colons = append(open[top].colons, i)
		case t.Kind == nesl.Word, t.Kind == nesl.Sign && t.Text != "," && t.Text != "#" && t.Text != "@" && (i == 0 || endsOperand(ts[i-1])):
			open[top].wide = true
		}
	}
	return tight
}
