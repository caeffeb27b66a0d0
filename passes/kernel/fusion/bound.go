package fusion

// What every plan costs at least. Invocations that are incompatible with each other are in as
// many clusters as they are, unless they are copied: so many clusters there are, and so many of
// them read an array that all of these read.

import "slices"

// floor is what every plan costs.
func (p *Problem) floor() (c Cost) {
	b := newBounds(p)
	c.Launches = b.launches()
	stored := make([]int, p.N) // of what is not copied
	for k := range p.Arrays {
		a := &p.Arrays[k]
		if a.Maker >= 0 && (a.Stored || b.leaves(a)) {
			stored[a.Maker] += a.Weight
		}
		c.Read += a.Weight * b.reads(a)
	}
	for i, n := range stored {
		if c.Stored += n; b.stays[i] {
			continue
		}
		if again := b.again(p.copyOf(i)); again < n*StoreWork {
			c.Stored, c.Again = c.Stored-n, c.Again+again
		}
	}
	return c
}

// bounds are those of a problem.
type bounds struct {
	*Problem
	stays []bool // in a cluster, in every plan
}

func newBounds(p *Problem) *bounds {
	b := &bounds{p, make([]bool, p.N)}
	for i := range b.stays {
		b.stays[i] = p.copyOf(i) == nil
	}
	return b
}

// launches is how many clusters there are, at least.
func (b *bounds) launches() int {
	all := make([]int, b.N)
	for i := range all {
		all[i] = i
	}
	return max(min(b.N, 1), b.clique(all))
}

// leaves reports whether a is read in another cluster than that of its maker, unless that is copied.
func (b *bounds) leaves(a *Array) bool {
	return slices.ContainsFunc(a.Readers, func(j int) bool {
		return b.forbidden(a.Maker, j) && (b.stays[j] || slices.Contains(b.copyOf(j).Far, a.Maker))
	})
}

// reads is how many clusters read a, at least.
func (b *bounds) reads(a *Array) int {
	if a.Maker < 0 {
		return max(min(len(a.Readers), 1), b.clique(a.Readers))
	}
	if !b.stays[a.Maker] {
		return 0
	}
	var others []int // that are in no cluster with the maker
	for _, j := range a.Readers {
		if b.forbidden(a.Maker, j) {
			others = append(others, j)
		}
	}
	least := max(b.clique(others), b.clique(a.Readers)-1)
	if b.leaves(a) {
		least = max(least, 1)
	}
	return least
}

// again is what it costs, at least, to copy c.
func (b *bounds) again(c *Copy) int {
	var own []int
	n := 0
	for _, j := range b.readersOf(c.Of) {
		if slices.Contains(c.Own, j) {
			own = append(own, j)
		} else if b.stays[j] {
			n++
		}
	}
	return 1 + c.Work*max(0, n+b.clique(own)-1)
}

// clique is in how many clusters some invocations are, at least: how many of them are incompatible
// with each other, in the largest clique that begins with one of them and goes on with the next
// that is possible.
func (b *bounds) clique(is []int) (most int) {
	var members []int
	for k := range is {
		members = members[:0]
		for n := range is {
			i := is[(k+n)%len(is)]
			if b.stays[i] && !slices.ContainsFunc(members, func(j int) bool { return !b.forbidden(i, j) }) {
				members = append(members, i)
			}
		}
		most = max(most, len(members))
	}
	return most
}
