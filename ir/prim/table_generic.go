package prim

// Primitives that follow the type of their argument. The pass
// expand-type-cases replaces them by functions of the type at hand; until then
// evaluators do them on values. Also the one that draws random numbers.

var genericTable = []Prim{
	{
		Name: "eql", Doc: "structural equality: lengths and elements, floats by ==, functions of one type are equal",
		Class: Generic, Type: "(a a) bool",
		Lift: Never{"expanded by type"}, Lower: Gone{"expand-type-cases"},
		Example: []string{"eql([1,2],[1,2]) = t", "eql([[1],[2]],[[1],[]]) = f", "eql((1,t),(1,f)) = f", "eql(\"ab\",\"ab\") = t"},
	}, {
		Name: "hash_of", Doc: "the h of NESL's hash (reference section 8.1), in wrapping ints",
		Class: Generic, Type: "(a) int",
		Lift: Never{"expanded by type"}, Lower: Gone{"expand-type-cases"},
		Example: []string{"hash_of(7) = 7", "hash_of(t) = 1", "hash_of(`a) = 97", "hash_of((1,2)) = 1983784623", "hash_of(1.0) = 1073741824"},
	}, {
		Name: "rank_of", Doc: "the place of every element in ascending order, stable; sequences and tuples in the order of dictionaries, f before t, floats in the order of their bits",
		Class: Generic, Type: "([a]) [int]; a:ordered", Shape: "n -> n",
		Lift: Never{"expanded by type"}, Lower: Gone{"expand-type-cases"},
		Example: []string{"rank_of([\"b\",\"\",\"ab\",\"b\",\"a\"]) = [3,0,2,4,1]", "rank_of([(2,t),(1,t),(2,f)]) = [2,0,1]", "rank_of([3,1,2]) = [2,0,1]"},
	}, {
		Name: "rank_down_of", Doc: "the place of every element in descending order, stable; see rank_of",
		Class: Generic, Type: "([a]) [int]; a:ordered", Shape: "n -> n",
		Lift: Never{"expanded by type"}, Lower: Gone{"expand-type-cases"},
		Example: []string{"rank_down_of([\"b\",\"\",\"ab\",\"b\",\"a\"]) = [0,4,2,1,3]", "rank_down_of([(2,t),(1,t),(2,f)]) = [0,2,1]", "rank_down_of([f,t]) = [1,0]"},
	}, {
		Name: "precedes", Doc: "whether a comes before b: numbers and characters by <, f before t, sequences and tuples in the order of dictionaries",
		Class: Generic, Type: "(a a) bool; a:ordered",
		Lift: Never{"expanded by type"}, Lower: Gone{"expand-type-cases"},
		Example: []string{"precedes(\"ab\",\"b\") = t", "precedes(\"a\",\"\") = f", "precedes((1,t),(1,f)) = f", "precedes(1.5,2.0) = t"},
	}, {
		Name: "max_val_of", Doc: "the last of all elements in their order, of equal ones the first; of no elements what max_val yields or, of other types, the zero",
		Class: Generic, Type: "([a]) a; a:ordered", Shape: "n ->",
		Lift: Never{"expanded by type"}, Lower: Gone{"expand-type-cases"},
		Example: []string{"max_val_of([(1,t),(2,f),(2,t)]) = (2,t)", "max_val_of([\"b\",\"ab\"]) = \"b\"", "max_val_of([3,1,2]) = 3"},
	}, {
		Name: "min_val_of", Doc: "the first of all elements in their order; of no elements what min_val yields or, of other types, the zero",
		Class: Generic, Type: "([a]) a; a:ordered", Shape: "n ->",
		Lift: Never{"expanded by type"}, Lower: Gone{"expand-type-cases"},
		Example: []string{"min_val_of([(1,t),(2,f),(1,f)]) = (1,f)", "min_val_of([\"b\",\"ab\"]) = \"ab\"", "min_val_of([3,1,2]) = 1"},
	}, {
		Name: "string", Doc: "the text of @ (reference section 7.2)",
		Class: Generic, Type: "(a) [char]", Shape: "-> ?n",
		Lift: Never{"expanded by type"}, Lower: Gone{"expand-type-cases"},
		Example: []string{"string(-12) = \"-12\"", "string(t) = \"t\"", "string([1,2]) = \"[1, 2]\"", "string((1,0.5)) = \"(1, 0.5)\""},
	}, {
		Name: "printed", Doc: "the text of a value as results are printed: T and F, strings in quotes, datatypes by their names; floats as @ has them",
		Class: Generic, Type: "(a) [char]", Shape: "-> ?n",
		Lift: Never{"expanded by type"}, Lower: Gone{"expand-type-cases"},
		Example: []string{"printed(-12) = \"-12\"", "printed(t) = \"T\"", "printed(([1,2],`a,0.5)) = \"([1, 2], `a, 0.5)\""},
	}, {
		Name: "identity", Doc: "the zero of the type: 0, 0.0, f, the null character, the empty sequence, componentwise",
		Class: Generic, Type: "(a) a",
		Lift: Never{"expanded by type"}, Lower: Gone{"expand-type-cases"},
		Example: []string{"identity(7) = 0", "identity((1.5,t)) = (0.0,f)", "identity([1,2]) = []"},
	}, {
		Name: "element_identity", Doc: "the zero of the type of the elements of v, which may be empty",
		Class: Generic, Type: "([a]) a", Shape: "n ->",
		Lift: Never{"expanded by type"}, Lower: Gone{"expand-type-cases"},
		Example: []string{"element_identity([7]) = 0", "element_identity([(1.5,t)]) = (0.0,f)", "element_identity([[1,2]]) = []"},
	}, {
		Name: "zero", Doc: "0 of the type of x",
		Class: Generic, Type: "(a) a; a:number",
		Lift: Never{"expanded by type"}, Lower: Gone{"expand-type-cases"},
		Example: []string{"zero(7) = 0", "zero(1.5) = 0.0"},
	}, {
		Name: "one", Doc: "1 of the type of x",
		Class: Generic, Type: "(a) a; a:number",
		Lift: Never{"expanded by type"}, Lower: Gone{"expand-type-cases"},
		Example: []string{"one(7) = 1", "one(1.5) = 1.0"},
	}, {
		Name: "float_num", Doc: "a number as a float",
		Class: Generic, Type: "(a) float; a:number",
		Lift: Never{"expanded by type"}, Lower: Gone{"expand-type-cases"},
		Example: []string{"float_num(7) = 7.0", "float_num(1.5) = 1.5"},
	}, {
		Name: "int_to_any", Doc: "i as a number of the type of x",
		Class: Generic, Type: "(int a) a; a:number",
		Lift: Never{"expanded by type"}, Lower: Gone{"expand-type-cases"},
		Example: []string{"int_to_any(3,7) = 3", "int_to_any(3,0.5) = 3.0"},
	}, {
		Name: "float_to_any", Doc: "x as a number of the type of y; ints by round",
		Class: Generic, Type: "(float a) a; a:number",
		Lift: Never{"expanded by type"}, Lower: Gone{"expand-type-cases"},
		Example: []string{"float_to_any(2.5,7) = 3", "float_to_any(2.5,0.5) = 2.5"},
	}, {
		Name: "read_object", Doc: "a value in object format from a stream; the first argument only gives the type",
		Class: Generic, Serial: true, Type: "(a stream) <a <bool [char]>>", Shape: "-> ?n",
		Lift: Never{"expanded by type"}, Lower: Gone{"expand-type-cases"},
		Example: []string{"read_object(0,stream(99)) = (0,(f,\"No such stream.\"))"},
	}, {
		Name: "write_object", Doc: "a value in object format to a stream",
		Class: Generic, Serial: true, Type: "(a stream) <bool [char]>", Shape: "-> ?n",
		Lift: Never{"expanded by type"}, Lower: Gone{"expand-type-cases"},
		Example: []string{"write_object([1],stream(99)) = (f,\"No such stream.\")"},
	},
}

var randomTable = []Prim{
	{
		Name: "rand", Doc: "a number in 0..v-1 or [0.0,v), from the hidden key (random.go)",
		Class: Random, Type: "(a) a; a:number",
		Lift: Never{"made explicit by thread-random"}, Lower: Gone{"thread-random"},
		Checks:  []Check{{Positive, []int{0}, ErrRand}},
		Example: []string{"rand(1) = 0"},
	},
}
