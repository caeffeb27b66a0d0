package kirgen

// Routines of the runtime, on the host: what they print comes in the order of
// the program.

import (
	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// effect calls one.
func (h *host) effect() {
	switch k := h.r.IntN(8); {
	case k == 0:
		h.call("print_char", []*types.Type{types.Bool}, h.atom(types.Char))
	case k < 4:
		h.call("print_string", []*types.Type{types.Bool}, kir.Use(h.any(types.Char).v))
	case k == 4:
		h.call("rand_seed", []*types.Type{types.Bool}, h.atom(types.Int))
	case k == 5:
		h.call("rand_key", []*types.Type{types.Int, types.Int})
	case k == 6: // what it says is not used: nobody knows it before
		h.put(&kir.CallRuntime{Node: h.at(), Fn: kir.Clock, Binds: variables("clock", []*types.Type{types.Float})})
	case h.fails && h.chance(4):
		h.call("error", []*types.Type{types.Bool}, kir.Use(h.constant(types.Char, h.size()).v))
	}
}

// call binds the results of a routine.
func (h *host) call(fn string, ts []*types.Type, args ...kir.Expr) {
	vs := variables("r", ts)
	h.put(&kir.CallRuntime{Node: h.at(), Binds: vs, Fn: fn, Args: args})
	h.take(vs)
}
