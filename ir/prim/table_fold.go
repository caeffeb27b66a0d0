package prim

// Reductions and exclusive scans. They fold from the identity of their
// operator, which also takes part when the sequence is not empty.

var foldTable = []Prim{
	{
		Name: "sum", Doc: "the sum of all elements",
		Class: Seq, Type: "([a]) a; a:number", Shape: "n ->",
		Lift: Reduction{RAdd}, Lower: Gone{"flatten"},
		Example: []string{"sum([3,1,2]) = 6", "sum([0.5,0.25]) = 0.75", "sum([2147483647,1]) = -2147483648"},
	}, {
		Name: "product", Doc: "the product of all elements",
		Class: Seq, Type: "([a]) a; a:number", Shape: "n ->",
		Lift: Reduction{RMul}, Lower: Gone{"flatten"},
		Example: []string{"product([3,1,2]) = 6", "product([0.5,0.5]) = 0.25"},
	}, {
		Name: "max_val", Doc: "the largest element; min_int or about -1.0e36 if that is larger",
		Class: Seq, Type: "([a]) a; a:ordinal", Shape: "n ->",
		Lift: Reduction{RMax}, Lower: Gone{"flatten"},
		Example: []string{"max_val([3,7,2]) = 7", "max_val([-2.0,-1.0]) = -1.0", "max_val(\"abc\") = `c"},
	}, {
		Name: "min_val", Doc: "the smallest element; max_int or about 1.0e36 if that is smaller",
		Class: Seq, Type: "([a]) a; a:ordinal", Shape: "n ->",
		Lift: Reduction{RMin}, Lower: Gone{"flatten"},
		Example: []string{"min_val([3,7,2]) = 2", "min_val([-2.0,-1.0]) = -2.0", "min_val(\"abc\") = `a"},
	}, {
		Name: "all", Doc: "the conjunction of all elements, bitwise on ints",
		Class: Seq, Type: "([a]) a; a:logical", Shape: "n ->",
		Lift: Reduction{RAnd}, Lower: Gone{"flatten"},
		Example: []string{"all([t,f]) = f", "all([t,t]) = t", "all([12,10]) = 8"},
	}, {
		Name: "any", Doc: "the disjunction of all elements, bitwise on ints",
		Class: Seq, Type: "([a]) a; a:logical", Shape: "n ->",
		Lift: Reduction{ROr}, Lower: Gone{"flatten"},
		Example: []string{"any([t,f]) = t", "any([f]) = f", "any([12,10]) = 14"},
	}, {
		Name: "parity", Doc: "the exclusive disjunction of all elements, bitwise on ints",
		Class: Seq, Type: "([a]) a; a:logical", Shape: "n ->",
		Lift: Reduction{RXor}, Lower: Gone{"flatten"},
		Example: []string{"parity([t,t,t]) = t", "parity([12,10]) = 6"},
	}, {
		Name: "plus_scan", Doc: "exclusive prefix sums",
		Class: Seq, Type: "([a]) [a]; a:number", Shape: "n -> n",
		Lift: Scanning{RAdd}, Lower: Gone{"flatten"},
		Example: []string{"plus_scan([1,2,3]) = [0,1,3]", "plus_scan([0.5,0.25]) = [0.0,0.5]", "plus_scan([]) = []"},
	}, {
		Name: "mult_scan", Doc: "exclusive prefix products",
		Class: Seq, Type: "([a]) [a]; a:number", Shape: "n -> n",
		Lift: Scanning{RMul}, Lower: Gone{"flatten"},
		Example: []string{"mult_scan([2,3,4]) = [1,2,6]", "mult_scan([0.5,2.0]) = [1.0,0.5]"},
	}, {
		Name: "max_scan", Doc: "exclusive prefix maxima, from the identity of max_val",
		Class: Seq, Type: "([a]) [a]; a:ordinal", Shape: "n -> n",
		Lift: Scanning{RMax}, Lower: Gone{"flatten"},
		Example: []string{"max_scan([2,5,3]) = [-2147483648,2,5]"},
	}, {
		Name: "min_scan", Doc: "exclusive prefix minima, from the identity of min_val",
		Class: Seq, Type: "([a]) [a]; a:ordinal", Shape: "n -> n",
		Lift: Scanning{RMin}, Lower: Gone{"flatten"},
		Example: []string{"min_scan([5,2,3]) = [2147483647,5,2]"},
	}, {
		Name: "and_scan", Doc: "exclusive prefix conjunctions",
		Class: Seq, Type: "([a]) [a]; a:logical", Shape: "n -> n",
		Lift: Scanning{RAnd}, Lower: Gone{"flatten"},
		Example: []string{"and_scan([t,f,t]) = [t,t,f]", "and_scan([12,10]) = [-1,12]"},
	}, {
		Name: "or_scan", Doc: "exclusive prefix disjunctions",
		Class: Seq, Type: "([a]) [a]; a:logical", Shape: "n -> n",
		Lift: Scanning{ROr}, Lower: Gone{"flatten"},
		Example: []string{"or_scan([f,t,f]) = [f,f,t]", "or_scan([12,10]) = [0,12]"},
	}, {
		Name: "xor_scan", Doc: "exclusive prefix exclusive disjunctions",
		Class: Seq, Type: "([a]) [a]; a:logical", Shape: "n -> n",
		Lift: Scanning{RXor}, Lower: Gone{"flatten"},
		Example: []string{"xor_scan([t,t,t]) = [f,t,f]", "xor_scan([12,10]) = [0,12]"},
	},
}
