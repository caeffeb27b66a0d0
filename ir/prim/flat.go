package prim

// Types of primitives in the flat families, where the sequences of effects are
// vectors and a tuple result is several results.

import "nessiec/ir/types"

// FlatResults is the types of the results of p for flat arguments, or an error
// that says which argument does not fit.
func (p *Prim) FlatResults(args []*types.Type) ([]*types.Type, error) {
	if p.Class != Effect {
		t, err := p.ResultOf(args)
		return []*types.Type{t}, err
	}
	seqs := make([]*types.Type, len(args))
	for i, t := range args {
		seqs[i] = t.Erase()
		if t.Kind == types.KVec {
			seqs[i] = types.Seq(t.Elem())
		}
	}
	t, err := p.ResultOf(seqs)
	if err != nil {
		return nil, err
	}
	return flatTypes(t, nil), nil
}

func flatTypes(t *types.Type, to []*types.Type) []*types.Type {
	switch t.Kind {
	case types.KTuple:
		for _, e := range t.Elems {
			to = flatTypes(e, to)
		}
		return to
	case types.KSeq:
		return append(to, types.Vec(t.Elem()))
	case types.KStream: // an int once datatypes are erased
		return append(to, types.Int)
	}
	return append(to, t)
}
