package backends

// A Library is a program that others call: every entry is a function of it.
type Library struct {
	Name    string // prefix of all that it declares
	Entries []Entry
}

// An Entry is a function of a library. The n-th one is what the n-th evaluation of
// the program calls that needs what is read.
type Entry struct {
	Name   string
	Params []string // what its parameters are called
	Type   string   // in NESL
	Doc    string   // what its comment says
}
