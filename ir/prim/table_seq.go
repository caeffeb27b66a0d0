package prim

// Primitives that build, index and rearrange sequences.

var seqTable = []Prim{
	{
		Name: "length", Doc: "the number of elements",
		Class: Seq, Type: "([a]) int", Shape: "n ->",
		Lift: ByRule{}, Lower: Gone{"flatten"},
		Example: []string{"length([3,1,2]) = 3", "length([[1],[]]) = 2", "length([]) = 0"},
	}, {
		Name: "elt", Doc: "element i, from 0; outside its check the zero of the type",
		Class: Seq, Type: "([a] int) a", Shape: "n ->",
		Lift: ByRule{}, Lower: Gone{"flatten"}, Checks: []Check{{IndexIn, []int{1, 0}, ErrElt}},
		Example: []string{"elt([3,1,2],1) = 1", "elt([[1],[2,3]],1) = [2,3]", "elt([(1,t),(2,f)],0) = (1,t)"},
	}, {
		Name: "index", Doc: "0, 1, ... n-1",
		Class: Seq, Type: "(int) [int]", Shape: "-> #0",
		Lift: ByRule{}, Lower: Gone{"flatten"}, Checks: []Check{{NotNegative, []int{0}, ErrIndex}},
		Example: []string{"index(3) = [0,1,2]", "index(0) = []"},
	}, {
		Name: "dist", Doc: "n copies of x",
		Class: Seq, Type: "(a int) [a]", Shape: "-> #1",
		Lift: ByRule{}, Lower: Gone{"flatten"}, Checks: []Check{{NotNegative, []int{1}, ErrDist}},
		Example: []string{"dist(7,3) = [7,7,7]", "dist([1,2],2) = [[1,2],[1,2]]", "dist((1,`a),0) = []"},
	}, {
		Name: "get", Doc: "element k of the result is xs[is[k]]; outside its check the zero of the type",
		Class: Seq, Type: "([a] [int]) [a]", Shape: "n k -> k",
		Lift: ByRule{}, Lower: Gone{"flatten"}, Checks: []Check{{IndicesIn, []int{1, 0}, ErrGet}},
		Example: []string{"get([3,1,2],[2,0,2]) = [2,3,2]", "get([[1],[2,3]],[1]) = [[2,3]]", "get([1],[]) = []"},
	}, {
		Name: "pack", Doc: "the elements whose flag is set, in order; a missing flag counts as f",
		Class: Seq, Type: "([a] [bool]) [a]", Shape: "n n -> ?k",
		Lift: ByRule{}, Lower: Gone{"flatten"}, Checks: []Check{{SameLength, []int{0, 1}, ErrPack}},
		Example: []string{"pack([1,2,3],[t,f,t]) = [1,3]", "pack([[1],[2,3],[]],[f,t,t]) = [[2,3],[]]", "pack([],[]) = []"},
	}, {
		Name: "append", Doc: "the elements of xs, then those of ys",
		Class: Seq, Type: "([a] [a]) [a]", Shape: "n m -> n+m",
		Lift: ByRule{}, Lower: Gone{"flatten"},
		Example: []string{"append([1,2],[3]) = [1,2,3]", "append([],[[1]]) = [[1]]", "append([],[]) = []"},
	}, {
		Name: "flatten", Doc: "the elements of the elements, in order",
		Class: Seq, Type: "([[a]]) [a]", Shape: "n m[] -> sum(m)",
		Lift: ByRule{}, Lower: Gone{"flatten"},
		Example: []string{"flatten([[1,2],[],[3]]) = [1,2,3]", "flatten([[[1]],[[2,3],[]]]) = [[1],[2,3],[]]", "flatten([]) = []"},
	}, {
		Name: "partition", Doc: "xs cut into pieces of these lengths; outside its checks pieces are cut short",
		Class: Seq, Type: "([a] [int]) [[a]]", Shape: "n k -> k ?m[]",
		Lift: ByRule{}, Lower: Gone{"flatten"},
		Checks:  []Check{{AllNotNegative, []int{1}, ErrPartition}, {SumIsLength, []int{1, 0}, ErrPartition}},
		Example: []string{"partition([1,2,3],[2,0,1]) = [[1,2],[],[3]]", "partition([],[0,0]) = [[],[]]", "partition([],[]) = []"},
	}, {
		Name: "permute", Doc: "the sequence whose element is[k] is xs[k]; outside its checks some elements are zero",
		Class: Seq, Type: "([a] [int]) [a]", Shape: "n n -> n",
		Lift: ByRule{}, Lower: Gone{"flatten"},
		Checks: []Check{
			{SameLength, []int{0, 1}, ErrPermute}, {IndicesIn, []int{1, 0}, ErrPermute}, {Distinct, []int{1}, ErrPermute},
		},
		Example: []string{"permute([7,8,9],[2,0,1]) = [8,9,7]", "permute([[1],[2,3],[]],[2,0,1]) = [[2,3],[],[1]]", "permute([],[]) = []"},
	}, {
		Name: "write", Doc: "ds with vs[k] at place is[k]; of pairs with one place the last wins; outside its checks a pair is left out",
		Class: Seq, Type: "([a] [int] [a]) [a]", Shape: "n k k -> n",
		Lift: ByRule{}, Lower: Gone{"flatten"},
		Checks:  []Check{{SameLength, []int{1, 2}, ErrWriteLength}, {IndicesIn, []int{1, 0}, ErrWrite}},
		Example: []string{"write([0,0,0],[2,0,2],[1,2,3]) = [2,0,3]", "write([[1],[2]],[0],[[5,6]]) = [[5,6],[2]]", "write([1],[],[]) = [1]"},
	}, {
		Name: "rank", Doc: "the place of every element in ascending order, stable; floats in the order of their bits",
		Class: Seq, Type: "([a]) [int]; a:ordinal", Shape: "n -> n",
		Lift: ByRule{}, Lower: Gone{"flatten"},
		Example: []string{"rank([3,1,2,1]) = [3,0,2,1]", "rank([0.5,-1.0]) = [1,0]", "rank(\"ba\") = [1,0]"},
	}, {
		Name: "rank_down", Doc: "the place of every element in descending order, stable",
		Class: Seq, Type: "([a]) [int]; a:ordinal", Shape: "n -> n",
		Lift: ByRule{}, Lower: Gone{"flatten"},
		Example: []string{"rank_down([3,1,2,1]) = [0,2,1,3]", "rank_down([0.5,-1.0]) = [0,1]"},
	},
}
