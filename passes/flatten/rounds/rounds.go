// Package rounds says which functions are translated again. A module is translated in rounds,
// until one learns nothing. The translation of a function depends on what is known of it and of
// those that it calls, so only where that has changed, it is another one in the next round.
package rounds

import (
	"slices"

	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
)

// Rounds are those of a module.
type Rounds struct {
	about      map[string][]string // a function and those that it calls, in any version
	made       map[string]*unit    // by the name of the function that was made
	fn         string              // that is translated
	unfinished bool
	stale      map[string]bool // functions of which the round before has learned something
	learned    map[string]bool // and this one
	all        bool            // this one has learned something of all
	ever       map[string]bool // functions that are lifted, or of which something was ever learned
}

// A unit is a version of a function as it was translated last.
type unit struct {
	fn         string
	out        *fkl.Func
	unfinished bool // since there was to be another round
}

// Of is the rounds of m, before the first one.
func Of(m *nkl.Module) *Rounds {
	r := &Rounds{about: map[string][]string{}, made: map[string]*unit{}, learned: map[string]bool{}, ever: map[string]bool{}}
	add := func(fn string, body nkl.Expr) {
		r.about[fn] = append(r.about[fn], fn)
		nkl.EachCall(body, func(g string) { r.about[fn] = append(r.about[fn], g) })
	}
	for _, f := range m.Funcs {
		add(f.Name, f.Body)
	}
	for _, l := range m.Lifteds {
		add(l.Of, l.Body)
		r.ever[l.Of] = true
	}
	return r
}

// Forget begins with a round where nothing is known of functions, nor how lifted ones are called. Translations stay
// that depend on neither.
func (r *Rounds) Forget() {
	for name, u := range r.made {
		if r.depends(u.fn, r.ever) {
			delete(r.made, name)
		}
	}
	r.learned = map[string]bool{}
}

// depends reports whether the translation of fn depends on what is known of any of these functions.
func (r *Rounds) depends(fn string, of map[string]bool) bool {
	return slices.ContainsFunc(r.about[fn], func(g string) bool { return of[g] })
}

// Start begins a round.
func (r *Rounds) Start() {
	if r.all {
		r.made, r.all = map[string]*unit{}, false
	}
	r.stale, r.learned = r.learned, map[string]bool{}
}

// Learn notes that something was learned of fn.
func (r *Rounds) Learn(fn string) { r.learned[fn], r.ever[fn] = true, true }

// LearnHere notes that something was learned of the function that is translated.
func (r *Rounds) LearnHere() { r.Learn(r.fn) }

// LearnOfAll notes that something was learned of all functions.
func (r *Rounds) LearnOfAll() { r.all = true }

// Renewed is what is known of functions in this round, where it was something else in the one before.
func Renewed[T comparable](r *Rounds, was, is map[string][]T) map[string][]T {
	for fn, of := range is {
		if !slices.Equal(of, was[fn]) {
			r.stale[fn], r.ever[fn] = true, true
		}
	}
	return is
}

// Settled reports whether this round has learned nothing so far.
func (r *Rounds) Settled() bool { return len(r.learned) == 0 && !r.all }

// Last reports whether this may be the last round. Who asks leaves something out if it is not.
func (r *Rounds) Last() bool {
	r.unfinished = r.unfinished || !r.Settled()
	return r.Settled()
}

// Translate is what translate makes of a version of fn, under this name, unless that is what it was
// the last time.
func (r *Rounds) Translate(name, fn string, translate func() *fkl.Func) *fkl.Func {
	u := r.made[name]
	if u == nil || u.unfinished || r.depends(fn, r.stale) {
		r.fn, r.unfinished = fn, false
		out := translate()
		u = &unit{fn, out, r.unfinished}
		r.made[name] = u
	}
	return u.out
}
