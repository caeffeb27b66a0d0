package kir

// Device memory and its shadow.

import (
	"fmt"
	"slices"

	"nessiec/backends/ref/interp"
	"nessiec/backends/ref/kir/blocks"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A val is a value of the host: a scalar, or a buffer.
type val struct {
	kind types.Kind
	word prim.Word
	buf  *buffer
}

// A buffer is an array on the device, or a local one of a group.
type buffer struct {
	name  string
	kind  types.Kind
	words []prim.Word
	known []bool  // elements that have been written; nil: all
	trace []touch // nil: races are not looked for
	refs  int

	others   []*buffer    // what ranks 1, 2, ... have; this is what rank 0 has
	place    blocks.Place // which rank has which elements
	fresh    bool         // no launch has written it
	marks    *buffer      // elements that the next launch writes anywhere
	asked    int64        // bytes that were sent to fetch elements, since it was written
	lacks    bool         // this rank has a block of it, no more
	amending bool         // a launch amends it (kir.Amended): what this rank lacks stays so
}

// An owner is a work-item at a time: launch, group, count of barriers.
type owner struct {
	launch, group, phase, item int32
}

// A touch is the last accesses to one element.
type touch struct {
	write, read  owner
	how          writing // the last write
	groups       bool    // read by several groups in the launch of read
	items        bool    // read by several items in the phase of read
	undetermined bool    // arbitrary writes of different values have met
}

// A writing is how an element is written. Those that are not plain may meet their like.
type writing byte

const (
	plain writing = iota
	atomic
	arbitrary
)

// apart reports whether nothing orders two accesses of different work-items.
func (a owner) apart(b owner) bool {
	return a.launch == b.launch && (a.group != b.group || a.phase == b.phase && a.item != b.item)
}

func width(k types.Kind, n value.Num) int64 {
	switch k {
	case types.KBool, types.KChar:
		return 1
	case types.KFloat:
		return int64(n.FloatBits()) / 8
	}
	return int64(n.IntBits()) / 8
}

// alloc makes a buffer with undefined elements.
func (x *Machine) alloc(name string, k types.Kind, n int64, pos ir.Pos) *buffer {
	n = max(n, 0)
	if n > x.opts.MaxElems {
		x.sync() // a size may be unspecified values behind a failed check
		panic(&interp.Error{Kind: interp.Memory, Msg: prim.ErrMemory, Pos: pos})
	}
	b := x.viewless(name, k, n)
	for r := 1; r < x.opts.Ranks; r++ {
		b.others = append(b.others, x.viewless(name, k, n))
	}
	x.Stats.Allocs++
	x.Stats.Live++
	x.Cost.Arrays++
	x.bytes += n * width(k, x.num)
	x.Cost.Peak = max(x.Cost.Peak, x.bytes)
	return b
}

// viewless makes a buffer that is what one rank has.
func (x *Machine) viewless(name string, k types.Kind, n int64) *buffer {
	b := x.shadowed(&buffer{name: name, kind: k, words: make([]prim.Word, n), refs: 1, fresh: true})
	x.poison(b)
	return b
}

// shadowed is b with what is needed to check accesses.
func (x *Machine) shadowed(b *buffer) *buffer {
	if !x.opts.Trust {
		b.known, b.trace = make([]bool, len(b.words)), make([]touch, len(b.words))
	}
	return b
}

// fill makes all elements known.
func (b *buffer) fill(words []prim.Word) {
	copy(b.words, words)
	b.known, b.fresh = nil, false
	for _, v := range b.others {
		v.fill(words)
	}
}

// copyTo copies all elements.
func (b *buffer) copyTo(to *buffer) {
	copy(to.words, b.words)
	copy(to.known, b.known)
	to.lacks = b.lacks
	if b.known == nil {
		to.known = nil
	}
}

func (x *Machine) retain(b *buffer) { b.use().refs++ }

func (x *Machine) release(b *buffer) {
	b.use().refs--
	if b.refs == 0 {
		x.Stats.Live--
		x.bytes -= int64(len(b.words)) * width(b.kind, x.num)
	}
}

// drop gives a value up, if the program manages memory at all.
func (x *Machine) drop(v val) {
	if v.buf != nil && x.managed {
		x.release(v.buf)
	}
}

// manages reports whether m has been through plan-memory: before it, buffers
// live for ever.
func manages(m *kir.Module) bool {
	found := false
	m.EachBody(func(e kir.Expr) {
		ir.Walk(e, func(e kir.Expr) bool {
			switch e.(type) {
			case *kir.Retain, *kir.Release, *kir.AllocOver, *kir.CopyOver:
				found = true
			}
			return !found
		})
	})
	return found
}

// use is b, which must not have been freed.
func (b *buffer) use() *buffer {
	if b.refs <= 0 {
		panic(interp.Bug(ir.Pos{}, "buffer %s is used after it was freed", b.name))
	}
	return b
}

func (x *Machine) upload(v value.Value) val {
	s, ok := v.(value.Seq)
	if !ok {
		return val{kind: prim.TypeOf(v).Kind, word: prim.ToWord(v)}
	}
	b := x.alloc("input", prim.ElemOf(s).Kind, int64(s.Len()), ir.Pos{})
	words := make([]prim.Word, s.Len())
	for i := range words {
		words[i] = prim.ToWord(s.At(i))
	}
	b.fill(words)
	return val{buf: b}
}

// written checks that no element of v, which others get, is undefined; it matters which they are.
func (x *Machine) written(v val) {
	if v.buf == nil {
		return
	}
	b := v.buf.use()
	for i := range b.words {
		if known := b.view(b.owner(int64(i))).known; known != nil && !known[i] {
			panic(interp.Bug(ir.Pos{}, "element %d of %s was never written", i, b.name))
		}
		x.depends(v.buf, i)
	}
}

// download is the value of v on the host; x must be in step with the device.
func (x *Machine) download(v val) value.Value {
	if v.buf == nil {
		return prim.FromWord(v.kind, v.word)
	}
	b := v.buf.use()
	x.fetch(b)
	x.Stats.Fetched += int64(len(b.words))
	x.Cost.HostTransfer += int64(len(b.words))
	return toSeq(b.kind, b.words)
}

func toSeq(k types.Kind, ws []prim.Word) value.Value {
	out := value.NewBuilder(typeOf(k), len(ws))
	for _, w := range ws {
		out.Append(prim.FromWord(k, w))
	}
	return out.Seq()
}

func typeOf(k types.Kind) *types.Type {
	switch k {
	case types.KFloat:
		return types.Float
	case types.KBool:
		return types.Bool
	case types.KChar:
		return types.Char
	}
	return types.Int
}

// at is the index of element i, which must be in range.
func (b *buffer) at(i prim.Word, it *item) int {
	if i < 0 || i >= int64(len(b.words)) {
		it.fail("index %d of %s is out of range 0..%d", i, b.name, len(b.words)-1)
	}
	return int(i)
}

func (b *buffer) load(i prim.Word, it *item) prim.Word {
	k := b.at(i, it)
	it.group.reads++
	if b.known != nil && !b.known[k] && !it.group.failed() && !b.amending {
		if b.lacks {
			it.fail("element %d of %s is read by rank %d, which does not have it", i, b.name, it.group.machine.rank)
		}
		it.fail("element %d of %s is read before it is written", i, b.name)
	}
	if b.trace != nil {
		b.trace[k].reads(b, i, it)
		it.group.machine.depends(b, k)
	}
	return b.words[k]
}

func (b *buffer) store(i, w prim.Word, it *item, how writing) {
	k := b.at(i, it)
	it.group.writes++
	if b.words[k] != w {
		it.group.changes++
	}
	if b.known != nil && !b.amending {
		b.known[k] = true
	}
	if b.trace != nil {
		b.trace[k].writes(b, i, it, how, b.words[k] != w)
	}
	b.words[k] = w
}

func (t *touch) reads(b *buffer, i int64, it *item) {
	me := it.owner()
	if t.write.apart(me) {
		it.race(b, i, "reads", t.write)
	}
	switch {
	case t.read.launch != me.launch:
		t.groups, t.items = false, false
	case t.read.group != me.group:
		t.groups, t.items = true, false
	case t.read.phase != me.phase:
		t.items = false
	case t.read.item != me.item:
		t.items = true
	}
	t.read = me
}

func (t *touch) writes(b *buffer, i int64, it *item, how writing, changes bool) {
	me := it.owner()
	met := t.write.apart(me)
	if met && (how == plain || how != t.how) {
		it.race(b, i, "writes", t.write)
	}
	switch {
	case how != arbitrary || t.write.launch != me.launch:
		t.undetermined = false
	case met && changes:
		t.undetermined = true
	}
	r := t.read
	if r.launch == me.launch && (t.groups || r.apart(me) || r.phase == me.phase && t.items) {
		it.race(b, i, "writes", r)
	}
	t.write, t.how = me, how
}

// depends notes that the value of an element matters. It may be undetermined only where a
// check fails, which is known once the host waits for the device.
func (x *Machine) depends(b *buffer, k int) {
	if b.trace != nil && b.trace[k].undetermined && x.undetermined == "" && !x.hasFailed() {
		x.undetermined = fmt.Sprintf("which value element %d of %s has depends on the order of arbitrary writes", k, b.name)
	}
}

// newErrors is the buffer of the error protocol.
func (x *Machine) newErrors() *buffer {
	none := slices.Repeat([]prim.Word{x.num.MaxInt()}, 1+len(x.sites))
	b := &buffer{name: "errors", kind: types.KInt, words: none, refs: 1}
	for r := 1; r < x.opts.Ranks; r++ {
		b.others = append(b.others, &buffer{name: b.name, kind: b.kind, words: slices.Clone(none), refs: 1})
	}
	return b
}
