package infer

// What a look at a function depends on, and what it tells (package again).

// Assumed is what is assumed of fn. Postconditions are dropped only, so their numbers say
// whether they have changed.
func (x *Analysis) Assumed(fn string) (in []any) {
	if p := x.postconditions[fn]; p != nil {
		for _, a := range p.at {
			in = append(in, len(a.may))
		}
	}
	for _, from := range x.Globals[fn] {
		in = append(in, x.Results[from])
	}
	return in
}

// Promised is the number of contracts of fn, which are dropped only, too.
func (x *Analysis) Promised(fn string) int { return len(x.contracts[fn]) }

// Told is what calls of fn learn from the last look at it.
func (x *Analysis) Told(fn string) any {
	told := struct {
		*scheme
		demands []Demand
	}{scheme: x.schemes[fn]}
	if x.Mismatches != nil {
		told.demands = x.Mismatches.Open[fn]
	}
	return told
}
