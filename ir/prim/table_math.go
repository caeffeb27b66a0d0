package prim

// Scalar primitives of floats. Elementary functions come from the library of
// each target: results agree to a few units in the last place.

import "nessiec/ir/value"

var mathTable = []Prim{
	{
		Name: "sqrt", Doc: "the square root, correctly rounded; outside its check NaN",
		Type: "(float) float", Eval: ff(value.Num.Sqrt),
		Latency: Root,
		Lift:    Elementwise{}, Lower: ScalarOp{}, Checks: []Check{{NotNegative, []int{0}, ErrSqrt}},
		Example: []string{"sqrt(2.25) = 1.5", "sqrt(0.0) = 0.0"},
	}, {
		Name: "ln", Doc: "the natural logarithm, minus infinity at 0; outside its check NaN",
		Type: "(float) float", Eval: ff(value.Num.Ln),
		Latency: Transcendental,
		Lift:    Elementwise{}, Lower: ScalarOp{}, Checks: []Check{{NotNegative, []int{0}, ErrLn}},
		Example: []string{"ln(1.0) = 0.0", "ln(10.0) = 2.302585092994046"},
	}, {
		Name: "exp", Doc: "e to the x",
		Type: "(float) float", Eval: ff(value.Num.Exp),
		Latency: Transcendental,
		Lift:    Elementwise{}, Lower: ScalarOp{},
		Example: []string{"exp(0.0) = 1.0", "exp(1.0) = 2.718281828459045"},
	}, {
		Name: "sin", Doc: "the sine of x radians",
		Type: "(float) float", Eval: ff(value.Num.Sin),
		Latency: Transcendental,
		Lift:    Elementwise{}, Lower: ScalarOp{},
		Example: []string{"sin(0.0) = 0.0", "sin(1.0) = 0.8414709848078965"},
	}, {
		Name: "cos", Doc: "the cosine of x radians",
		Type: "(float) float", Eval: ff(value.Num.Cos),
		Latency: Transcendental,
		Lift:    Elementwise{}, Lower: ScalarOp{},
		Example: []string{"cos(0.0) = 1.0", "cos(1.0) = 0.5403023058681398"},
	}, {
		Name: "tan", Doc: "the tangent of x radians",
		Type: "(float) float", Eval: ff(value.Num.Tan),
		Latency: Transcendental,
		Lift:    Elementwise{}, Lower: ScalarOp{},
		Example: []string{"tan(0.0) = 0.0", "tan(1.0) = 1.557407724654902"},
	}, {
		Name: "asin", Doc: "the arc sine in radians; NaN outside -1..1",
		Type: "(float) float", Eval: ff(value.Num.Asin),
		Latency: Transcendental,
		Lift:    Elementwise{}, Lower: ScalarOp{},
		Example: []string{"asin(1.0) = 1.5707963267948966"},
	}, {
		Name: "acos", Doc: "the arc cosine in radians; NaN outside -1..1",
		Type: "(float) float", Eval: ff(value.Num.Acos),
		Latency: Transcendental,
		Lift:    Elementwise{}, Lower: ScalarOp{},
		Example: []string{"acos(1.0) = 0.0", "acos(0.0) = 1.5707963267948966"},
	}, {
		Name: "atan", Doc: "the arc tangent in radians",
		Type: "(float) float", Eval: ff(value.Num.Atan),
		Latency: Transcendental,
		Lift:    Elementwise{}, Lower: ScalarOp{},
		Example: []string{"atan(1.0) = 0.7853981633974483"},
	}, {
		Name: "sinh", Doc: "the hyperbolic sine",
		Type: "(float) float", Eval: ff(value.Num.Sinh),
		Latency: Transcendental,
		Lift:    Elementwise{}, Lower: ScalarOp{},
		Example: []string{"sinh(1.0) = 1.1752011936438014"},
	}, {
		Name: "cosh", Doc: "the hyperbolic cosine",
		Type: "(float) float", Eval: ff(value.Num.Cosh),
		Latency: Transcendental,
		Lift:    Elementwise{}, Lower: ScalarOp{},
		Example: []string{"cosh(0.0) = 1.0", "cosh(1.0) = 1.543080634815244"},
	}, {
		Name: "tanh", Doc: "the hyperbolic tangent",
		Type: "(float) float", Eval: ff(value.Num.Tanh),
		Latency: Transcendental,
		Lift:    Elementwise{}, Lower: ScalarOp{},
		Example: []string{"tanh(1.0) = 0.7615941559557649"},
	},
}
