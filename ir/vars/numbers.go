package vars

import "strconv"

// Numbers tell variables apart in texts that expressions share if they are alike.
type Numbers map[*Var]int

// Of is the number of v: how many others were asked for before it.
func (n Numbers) Of(v *Var) int {
	k, ok := n[v]
	if !ok {
		k = len(n)
		n[v] = k
	}
	return k
}

// Name is the number of v as a name.
func (n Numbers) Name(v *Var) string { return "v" + strconv.Itoa(n.Of(v)) }

// AppendOperation appends an operation on atoms to a text. atom is the variable of one, or else its text.
func AppendOperation[E any](text []byte, n Numbers, name string, args []E, atom func(E) (*Var, string)) []byte {
	text = append(text, name...)
	for _, a := range args {
		text = append(text, ' ')
		if v, literal := atom(a); v != nil {
			text = strconv.AppendInt(append(text, 'v'), int64(n.Of(v)), 10)
		} else {
			text = append(text, literal...)
		}
	}
	return text
}
