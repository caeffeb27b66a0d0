package prim

// Effects: input and output, the seed, the clock, stopping the program. They run on the
// host, in program order; under an apply-to-each for one element after another,
// unless they are serial. Input and output return a flag and a message with
// their value, as reference section 9 says; message texts are in io.go of
// backends/ref/interp, and the runtime of generated programs has the same.

var effectTable = []Prim{
	{
		Name: "error", Doc: "prints ERROR: and the message, and stops the program",
		Class: Effect, Type: "([char]) bool", Shape: "n ->",
		Lift: InOrder{}, Lower: Runtime{"error"},
	}, {
		Name: "rand_seed", Doc: "sets the seed; the result is t",
		Class: Effect, Serial: true, Type: "(int) bool",
		Lift: Never{"serial"}, Lower: Runtime{"rand_seed"},
		Example: []string{"rand_seed(3) = t"},
	}, {
		Name: "rand_key", Doc: "the next key after the last seed, in two halves (random.go)",
		Class: Effect, Serial: true, Type: "() <int int>",
		Lift: Never{"serial"}, Lower: Runtime{"rand_key"},
		Example: []string{"rand_key() = (1455489035,1301108966)"},
	}, {
		Name: "print_char", Doc: "prints a character on standard output; the result is t",
		Class: Effect, Type: "(char) bool",
		Lift: InOrder{}, Lower: Runtime{"print_char"},
		Example: []string{"print_char(`a) = t"},
	}, {
		Name: "print_string", Doc: "prints a string on standard output; the result is t",
		Class: Effect, Type: "([char]) bool", Shape: "n ->",
		Lift: InOrder{}, Lower: Runtime{"print_string"},
		Example: []string{"print_string(\"ab\") = t"},
	}, {
		Name: "open_file", Doc: "opens a file to read (mode 0), write (1) or append (2)",
		Class: Effect, Serial: true, Type: "([char] int) <stream <bool [char]>>", Shape: "n -> ?m",
		Lift: Never{"serial"}, Lower: Runtime{"open_file"},
		Example: []string{"open_file(\"\",0) = (stream(-1),(f,\"ERROR: while trying to open \"))"},
	}, {
		Name: "close_file", Doc: "closes a stream",
		Class: Effect, Serial: true, Type: "(stream) <bool [char]>", Shape: "-> ?m",
		Lift: Never{"serial"}, Lower: Runtime{"close_file"},
		Example: []string{"close_file(stream(99)) = (f,\"No such stream.\")"},
	}, {
		Name: "read_char", Doc: "the next character, a blank at the end",
		Class: Effect, Type: "(stream) <char <bool [char]>>", Shape: "-> ?m",
		Lift: InOrder{}, Lower: Runtime{"read_char"},
		Example: []string{"read_char(stream(99)) = (` ,(f,\"No such stream.\"))"},
	}, {
		Name: "read_line", Doc: "the characters up to a newline, which is consumed, and whether the file ended",
		Class: Effect, Type: "(stream) <<[char] bool> <bool [char]>>", Shape: "-> ?n ?m",
		Lift: InOrder{}, Lower: Runtime{"read_line"},
		Example: []string{"read_line(stream(99)) = ((\"\",t),(f,\"No such stream.\"))"},
	}, {
		Name: "read_word", Doc: "the characters up to a blank, tab or newline, which is consumed and returned, and whether the file ended",
		Class: Effect, Type: "(stream) <<[char] <char bool>> <bool [char]>>", Shape: "-> ?n ?m",
		Lift: InOrder{}, Lower: Runtime{"read_word"},
		Example: []string{"read_word(stream(99)) = ((\"\",(` ,t)),(f,\"No such stream.\"))"},
	}, {
		Name: "read_string", Doc: "at most max characters (any number if negative) up to one of the delimiters, which is consumed; " +
			"with its code, -1 at the end of the file, -2 at max characters",
		Class: Effect, Type: "([char] int stream) <<[char] int> <bool [char]>>", Shape: "d -> ?n ?m",
		Lift: InOrder{}, Lower: Runtime{"read_string"},
		Example: []string{"read_string(\"\",5,stream(99)) = ((\"\",-1),(f,\"No such stream.\"))"},
	}, {
		Name: "write_char", Doc: "writes a character",
		Class: Effect, Type: "(char stream) <bool [char]>", Shape: "-> ?m",
		Lift: InOrder{}, Lower: Runtime{"write_char"},
		Example: []string{"write_char(`a,stream(99)) = (f,\"No such stream.\")"},
	}, {
		Name: "write_string", Doc: "writes a string",
		Class: Effect, Type: "([char] stream) <bool [char]>", Shape: "n -> ?m",
		Lift: InOrder{}, Lower: Runtime{"write_string"},
		Example: []string{"write_string(\"ab\",stream(99)) = (f,\"No such stream.\")"},
	}, {
		Name: "read_vector", Doc: "one vector in object format; the first argument only gives the type",
		Class: Effect, Serial: true, Type: "([a] stream) <[a] <bool [char]>>; a:scalar", Shape: "k -> ?n ?m",
		Lift: Never{"serial"}, Lower: Runtime{"read_vector"},
		Example: []string{"read_vector([1],stream(99)) = ([],(f,\"No such stream.\"))"},
	}, {
		Name: "read_lengths", Doc: "the lengths of the segments of a sequence in object format",
		Class: Effect, Serial: true, Type: "(stream) <[int] <bool [char]>>", Shape: "-> ?n ?m",
		Lift: Never{"serial"}, Lower: Runtime{"read_lengths"},
		Example: []string{"read_lengths(stream(99)) = ([],(f,\"No such stream.\"))"},
	}, {
		Name: "write_vector", Doc: "writes one vector in object format",
		Class: Effect, Serial: true, Type: "([a] stream) <bool [char]>; a:scalar", Shape: "n -> ?m",
		Lift: Never{"serial"}, Lower: Runtime{"write_vector"},
		Example: []string{"write_vector([1],stream(99)) = (f,\"No such stream.\")"},
	}, {
		Name: "write_lengths", Doc: "writes the lengths of segments in object format",
		Class: Effect, Serial: true, Type: "([int] stream) <bool [char]>", Shape: "n -> ?m",
		Lift: Never{"serial"}, Lower: Runtime{"write_lengths"},
		Example: []string{"write_lengths([1],stream(99)) = (f,\"No such stream.\")"},
	}, {
		Name: "get_environment_variable", Doc: "the value of an environment variable, empty if there is none",
		Class: Effect, Serial: true, Type: "([char]) [char]", Shape: "n -> ?m",
		Lift: Never{"serial"}, Lower: Runtime{"get_environment_variable"},
		Example: []string{"get_environment_variable(\"NO SUCH NAME\") = \"\""},
	}, {
		Name: "argument_count", Doc: "how many words the command line has, the name of the program among them",
		Class: Effect, Serial: true, Type: "() int",
		Lift: Never{"serial"}, Lower: Runtime{"argument_count"},
		Example: []string{"argument_count() = 0"},
	}, {
		Name: "argument", Doc: "word i of the command line, the name of the program being word 0; empty if there is none",
		Class: Effect, Serial: true, Type: "(int) [char]", Shape: "-> ?n",
		Lift: Never{"serial"}, Lower: Runtime{"argument"},
		Example: []string{"argument(99) = \"\""},
	}, {
		Name: "clock", Doc: "seconds since some moment before the program began",
		Class: Effect, Serial: true, Type: "() float",
		Lift: Never{"serial"}, Lower: Runtime{"clock"},
		Example: []string{"clock() = 0.0"},
	}, {
		Name: "exit_status", Doc: "sets the status that the program ends with, 0 if it is never set; the result is t",
		Class: Effect, Serial: true, Type: "(int) bool",
		Lift: Never{"serial"}, Lower: Runtime{"exit_status"},
		Example: []string{"exit_status(0) = t"},
	},
}
