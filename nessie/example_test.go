package nessie_test

import (
	"context"
	"fmt"

	"nessiec/nessie"
)

// The example of docs/guide/9-embedding.md.
func ExampleCompile() {
	ctx := context.Background()
	dot, err := nessie.Compile("dot.nesl", "function dot(a, b) = sum({x * y : x in a; y in b});", "dot : ([float], [float]) -> float", nessie.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer dot.Close()
	var s float64
	err = dot.Call(ctx, &s, []float64{1, 2, 3}, []float64{0.5, 1, 2})
	fmt.Println(s, err)

	// Output: 8.5 <nil>
}
