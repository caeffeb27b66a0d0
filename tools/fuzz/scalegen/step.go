package scalegen

// What a step does to a sequence: a random one of the ways in which users write it.
// It keeps the size, or lets it grow by a little, so that work does not explode.

// step is an expression of type t over the variables.
func (g *generator) step(t typ) string {
	if t == number {
		return g.number()
	}
	v := variable{g.variable(t), t}
	switch {
	case g.once(6): // all or nothing
		return g.format("(if % then % else %)", g.condition(), g.over(v), v.name)
	case g.once(8): // a step of a step
		twice := variable{v.name + "x", t}
		return g.format("(let % = % in %)", twice.name, g.over(v), g.over(twice))
	}
	return g.over(v)
}

// over is a step of v.
func (g *generator) over(v variable) string {
	if g.once(3) {
		return g.format(g.pick(anySteps...), v.name, v.name, v.name, v.name)
	}
	switch v.typ {
	case array:
		return g.overArray(v.name)
	case pairs:
		return g.overPairs(v.name)
	case rows:
		return g.overRows(v.name)
	}
	return g.overTexts(v.name)
}

// anySteps are those of a sequence of any type; % stands for its name.
var anySteps = []string{
	"drop(%, 1) ++ take(%, 1)",
	"rotate(%, 1)",
	"reverse(%)",
	"rep(%, %[0], rem(k, #%))",
	"% <- [(rem(k, #%), %[#% - 1])]",
	"%->{rem(i + k, #%) : i in index(#%)}",
	"{% [rem(i + k, #%)] : i in index(#%)}",
	"{x in % | t}",
	"{x in %; i in index(#%) | rem(i, 2) == 0} ++ {x in %; i in index(#%) | rem(i, 2) == 1}",
	"take(%, #% / 2) ++ drop(%, #% / 2)",
	"(if rem(k, 2) == 0 then % else reverse(%))",
	"% ++ take(%, 1)",
	"flatten({[x] : x in %})",
	"flatten([%])",
	"[%][0]",
	"(let b = bottop(%) in b[1] ++ b[0])",
	"(let b = split(%, {rem(i, 3) == 0 : i in index(#%)}) in b[0] ++ b[1])",
	"flatten(partition(%, [1, #% - 1]))",
}

func (g *generator) overArray(v string) string {
	return g.format(g.pick(
		"{x + @ : x in %}",
		"{if x > @ then x - @ else x : x in %}",
		"{if ? then x else rem(x * 3 + i, 101) : x in %; i in index(#%)}",
		"rep(%, @, rem(k, #%))",
		"rep(%, %[rem(k, #%)] + 1, rem(k * 7, #%))",
		"% <- [(rem(k, #%), @), (0, @)]",
		"% <- {(i, x + 1) : x in %; i in index(#%) | rem(x, 3) == 0}",
		"drop(%, 1) ++ [@]",
		"% ++ [@]",
		"(if rem(k, 3) == 0 then % ++ [@] else %)",
		"{rem(x, 1000) : x in plus_scan(%)}",
		"sort(%)",
		"{%[rem(x + i, #%)] : x in {max(y, 0) : y in %}; i in index(#%)}",
		"{sum({x + j : j in index(3)}) : x in %}",
		"{rem(sum({max(x, y) : y in %}), 1000) : x in %}",
		"{x in % | x > @} ++ {x in % | not(x > @)}",
		"(let m = max_val(%) in {m - x : x in %})",
		"{let r = index(1 + rem(i, 4)) in sum(r) + x : x in %; i in index(#%)}",
		"take(flatten({dist(x, 1 + rem(i, 3)) : x in %; i in index(#%)}), #%)",
		"{count(x, 5) : x in %}",
		"{depth(rem(i, 6)) + x : x in %; i in index(#%)}",
		"{sum(fill(index(1 + rem(i, 4)), 0)) : x in %; i in index(#%)}",
		"{sum(r) : r in {fill([x, k, 1], 0) : x in %}}",
		"fill(%, 0)",
		"quicksort(%)",
		"{sum(quicksort([x, 5, i, k])) : x in %; i in index(#%)}",
		"{s[0] : s in sort({[x, @] : x in %})}",
		"(let m = transpose({[x, x + k] : x in %}) in m[1])",
		"(let m = {{rem(x * y, 7) : y in %} : x in %} in {sum(r) : r in m})",
		"(let m = {index(rem(i, 5)) : i in index(#%)} in {sum(r) + x : r in {r ++ [k] : r in m}; x in %})",
		"take({char_code(c) : c in flatten({dist(`a, rem(i, 4)) ++ [`b] : i in index(#%)})}, #%)",
		"% <- {(rem(i * 7, #%), x + 1) : x in %; i in index(#%)}",
		"(let m = {[x, @] : x in %} in {r[0] : r in rep(m, [0], rem(k, #%))})",
	), v)
}

func (g *generator) overPairs(v string) string {
	return g.format(g.pick(
		"{(q, p) : (p, q) in %}",
		"{(p + @, q) : (p, q) in %}",
		"{if p > @ then (p, q) else (q, p) : (p, q) in %}",
		"rep(%, (@, @), rem(k, #%))",
		"drop(%, 1) ++ [(@, @)]",
		"% ++ [(@, k)]",
		"{(p, q) in % | p > @} ++ {(p, q) in % | not(p > @)}",
		"{(p, i) : (p, q) in %; i in plus_scan({rem(q, 2) : (p, q) in %})}",
		"sort(%)",
	), v)
}

func (g *generator) overRows(v string) string {
	return g.format(g.pick(
		"{{x + @ : x in r} : r in %}",
		"{if rem(i, 2) == 0 then r else {x + 1 : x in r} : r in %; i in index(#%)}",
		"{if ? then r else reverse(r) : r in %; i in index(#%)}",
		"{r ++ [k] : r in %}",
		"{if rem(i, 4) == rem(k, 4) then r ++ [i] else r : r in %; i in index(#%)}",
		"{drop(r, 1) ++ [@] : r in %}",
		"{rep(r, @, rem(k, #r)) : r in %}",
		"{rep(r, r[0] + 1, #r - 1) : r in %}",
		"{r <- [(0, @)] : r in %}",
		"{r <- {(j, x + 1) : x in r; j in index(#r) | rem(x, 2) == 0} : r in %}",
		"rep(%, [@, @], rem(k, #%))",
		"% <- [(rem(k, #%), {x + 1 : x in %[0]})]",
		"% ++ [[@, k]]",
		"drop(%, 1) ++ [{x + k : x in %[0]}]",
		"{sort(r) : r in %}",
		"{{rem(x, 1000) : x in plus_scan(r)} : r in %}",
		"{let m = sum(r) in {rem(m - x, 1000) : x in r} : r in %}",
		"{{x in r | rem(x, 2) == 0} ++ {x in r | not(rem(x, 2) == 0)} : r in %}",
		"{{x + y : x in r; y in r} : r in %}",
		"{%[rem(i + 1, #%)] : i in index(#%)}",
		"{r in % | #r > @} ++ {r in % | not(#r > @)}",
		"partition({x + 1 : x in flatten(%)}, {#r : r in %})",
		"(let s = {sum(r) : r in %} in {{x + c : x in r} : r in %; c in {rem(c, 100) : c in s}})",
	), v)
}

func (g *generator) overTexts(v string) string {
	return g.format(g.pick(
		"{reverse(s) : s in %}",
		"{if rem(i, 2) == 0 then s else reverse(s) : s in %; i in index(#%)}",
		"{if ? then s else s ++ \"a\" : s in %; i in index(#%)}",
		"{s ++ \"b\" : s in %}",
		"{drop(s, 1) ++ \"c\" : s in %}",
		"{rep(s, `d, 0) : s in %}",
		"rep(%, @(k), rem(k, #%))",
		"% ++ [@(k)]",
		"drop(%, 1) ++ [%[0] ++ \"e\"]",
		"{{if c == `a then `b else c : c in s} : s in %}",
		"sort(%)",
		"{s in % | #s > @} ++ {s in % | not(#s > @)}",
		"{s in % | eql(s, %[0])} ++ {s in % | not(eql(s, %[0]))}",
		"{%[rem(i + 1, #%)] : i in index(#%)}",
	), v)
}
