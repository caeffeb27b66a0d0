package infer

// What a look at a function depends on, and what it tells (package again).

// Assumed is what is assumed of fn. Contracts and postconditions are dropped only, so their numbers
// say whether they have changed.
func (x *Analysis) Assumed(fn string) []any {
	in := []any{len(x.contracts[fn]), x.bounded[fn]}
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

// Tested reports whether there are contracts that calls of fn are to keep.
func (x *Analysis) Tested(fn string) bool {
	_, are := x.contracts[fn]
	return are
}

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
