package kir

// Checking of vector loops, streams and batches.

import (
	"nessiec/ir"
	"nessiec/ir/types"
)

// vectorFor checks a VectorFor, and that it accesses its buffers as it says.
func (c *checker) vectorFor(s *VectorFor) {
	if s.Width < 2 {
		c.errorf("a vector loop of width %d", s.Width)
	}
	c.want("count", s.Count, types.Int)
	for _, bufs := range [][]Expr{s.Loads, s.Stores} {
		for _, b := range bufs {
			c.buf(b)
		}
	}
	c.want("counter", Use(c.counter(s.Var)), types.Int)
	if c.block(s.Body, ends{}) {
		c.errorf("the body of a vector loop ends")
	}
	c.unbind(s.Var)
	loaded, stored := varsOf(s.Loads), varsOf(s.Stores)
	ir.Walk(s.Body, func(e Expr) bool {
		switch e := e.(type) {
		case *Load:
			c.atCounter(s, e.Buf, e.Idx, stored, loaded)
		case *Store:
			c.atCounter(s, e.Buf, e.Idx, loaded, stored)
		case *GroupId, *LocalId, *NumGroups, *Barrier, *Shuffle, *WarpCount, *Vote, *Loop, *For, *While:
			c.errorf("%s in a vector loop", Show(e))
		}
		return true
	})
}

// atCounter checks an access to a buffer: it is none of no, and at the counter if it is
// one of those that are accessed in vectors.
func (c *checker) atCounter(s *VectorFor, buf, idx Expr, no, vectors map[*Var]bool) {
	switch v := VarOf(buf); {
	case no[v]:
		c.errorf("%s is both read and written by a vector loop", v.Name)
	case vectors[v] && VarOf(idx) != s.Var:
		c.errorf("%s is accessed at %s by a vector loop", v.Name, Show(idx))
	}
}

func varsOf(es []Expr) map[*Var]bool {
	vs := map[*Var]bool{}
	for _, e := range es {
		vs[VarOf(e)] = true
	}
	return vs
}

// stream checks the forms of streams and batches.
func (c *checker) stream(s Expr) {
	switch s := s.(type) {
	case *OnStream:
		if _, ok := s.Launch.(*Launch); !ok || s.Number < 1 {
			c.errorf("%s on stream %d", Show(s.Launch), s.Number)
		}
		c.call(s.Launch)
	case *Fork, *EndBatch:
	case *Mark:
		c.number("stream", s.Number)
	case *BeginBatch:
		c.number("batch", s.Number)
	default:
		c.errorf("%s on the host", Show(s))
	}
}

func (c *checker) number(what string, n int) {
	if n < 0 {
		c.errorf("%s %d", what, n)
	}
}
