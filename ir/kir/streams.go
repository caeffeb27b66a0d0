package kir

// Forms of the host for devices with several streams: queues of commands that run side
// by side. The runtime knows which commands use which memory, and makes streams wait
// for each other where they must, so none of these changes a result.

import "nessiec/ir"

// OnStream runs Launch on stream Number, not 0, which is that of all other commands.
type OnStream struct {
	ir.Node
	Number int
	Launch Expr
}

// Fork lets the other streams start from here: after what stream 0 was given so far.
type Fork struct{ ir.Node }

// Mark lets other streams start from here: after what stream Number was given so far,
// whatever it is given next.
type Mark struct {
	ir.Node
	Number int
}

// BeginBatch begins batch Number of the program: launches in one straight run of
// statements that often come again, which a target may record and replay. An EndBatch
// ends it in the same Block; between them the host reads nothing.
type BeginBatch struct {
	ir.Node
	Number int
}

// EndBatch ends the batch that was begun.
type EndBatch struct{ ir.Node }
