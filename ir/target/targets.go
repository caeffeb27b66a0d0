package target

// Targets and what they can do.

import "slices"

// A Target is where programs go. A backend makes the code of one; the reference
// interpreter, which has none, is one as well.
type Target struct {
	Name    string
	Devices []Desc // the kinds of devices that it is tuned for; the first unless -device says another
	Can     Capabilities
}

// Capabilities are what code for a target can say, beyond what all can, or what a
// program needs (kir.Needs).
type Capabilities struct {
	Lanes    int  // elements of a vector of lanes; 0: there are none
	Groups   bool // a group has several work-items, which share memory and meet at barriers
	Chains   bool // groups wait for groups of lower numbers
	Shuffles bool // work-items of a warp exchange values, count in order, and vote
}

// AnyLanes stands for vectors of lanes of any length.
const AnyLanes = 1 << 30

// Covers reports whether code with these capabilities can say what needs the others.
func (c Capabilities) Covers(needs Capabilities) bool { return len(c.Lacks(needs)) == 0 }

// Lacks lists what code with these capabilities cannot say of what needs the others, for
// people.
func (c Capabilities) Lacks(needs Capabilities) (lacks []string) {
	lack := func(is bool, what string) {
		if is {
			lacks = append(lacks, what)
		}
	}
	lack(needs.Lanes != 0 && needs.Lanes != c.Lanes && c.Lanes != AnyLanes, "vectors of lanes")
	lack(needs.Groups && !c.Groups, "groups of several work-items")
	lack(needs.Chains && !c.Chains, "groups that wait for others")
	lack(needs.Shuffles && !c.Shuffles, "shuffles in warps")
	return lacks
}

// The targets of this project. The simulator of the reference interpreter executes
// what any of them can say.
var (
	Ref    = Add(&Target{"ref", []Desc{CPU(), GPU()}, Capabilities{AnyLanes, true, true, true}})
	CUDA   = Add(&Target{"cuda", []Desc{ChainedGPU()}, Capabilities{0, true, true, true}})
	OpenCL = Add(&Target{"opencl", []Desc{launched(CPU()), GPU()}, Capabilities{Lanes: 8, Groups: true}})
	C      = Add(&Target{"c", []Desc{CPU()}, Capabilities{Lanes: 8}})
	Wasm   = Add(&Target{"wasm", []Desc{asWritten(CPU())}, Capabilities{Lanes: 8}})
)

var targets []*Target

// asWritten is t where loops are compiled as they stand.
func asWritten(t Desc) Desc {
	t.Vectorised = false
	return t
}

// launched is t where a launch takes some ten microseconds, and the host waits for it.
func launched(t Desc) Desc {
	t.Level, t.Waits = 1<<20, true
	return t
}

// Add makes a target known by its name, which options give. Packages call it while they
// are initialised. A name that is taken is a mistake of the program.
func Add(t *Target) *Target {
	if Find(t.Name) != nil {
		panic("target: there are two called " + t.Name)
	}
	targets = append(targets, t)
	return t
}

// Find is the target with a name; nil if there is none.
func Find(name string) *Target {
	i := slices.IndexFunc(targets, func(t *Target) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return targets[i]
}

// Names lists the targets that are known.
func Names() []string {
	var names []string
	for _, t := range targets {
		names = append(names, t.Name)
	}
	return names
}

// Device is the kind of device that t is tuned for where options say kind, cpu or gpu.
// It reports whether t has that kind.
func (t *Target) Device(kind string) (Desc, bool) {
	i := slices.IndexFunc(t.Devices, func(d Desc) bool { return d.Serial() == (kind == "cpu") })
	if i < 0 {
		return t.Devices[0], false
	}
	return t.Devices[i], true
}
