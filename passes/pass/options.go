package pass

// Options: what the user chose, as far as it concerns passes and evaluators.

import (
	"fmt"
	"strconv"
	"strings"

	"nessiec/ir/target"
	"nessiec/ir/value"
)

// Options are the settings of one compilation. All of them appear in the
// header of a dump, so that re-entering the pipeline gives the same program.
type Options struct {
	IntBits   int    // width of int: 32 or 64
	FloatBits int    // width of float: 64 or 32
	Seed      int64  // of rand
	Unsafe    bool   // no run-time checks
	Target    string // the name of a target.Target
	Device    string // cpu, gpu: the kind of device to tune for
	OptLevel  int    // 0, 1, 2
	Fusion    string // ilp, greedy-down, greedy-up, vertical, none
	CheckAll  bool   // keep the checks that were proved superfluous
	LineInfo  bool   // put source lines into emitted code
	Ranks     bool   // run on several ranks, by MPI
	Grain     int    // the least elements of a chunk; 0: what the device says
	Profile   bool   // keep kernels of different places apart; the program records where time and memory go
}

// DefaultOptions are those of a command line without flags.
func DefaultOptions() Options {
	return Options{IntBits: 32, FloatBits: 64, Target: "ref", Device: "cpu", OptLevel: 1, Fusion: "ilp"}
}

// Num is the numbers that programs compute with.
func (o Options) Num() value.Num {
	return value.Num{Int64: o.IntBits == 64, Float32: o.FloatBits == 32}
}

// Desc describes the kind of device to tune for: the first of the target if it has none
// of that kind.
func (o Options) Desc() target.Desc {
	d, _ := o.target().Device(o.Device)
	if o.Grain > 0 {
		grain := (o.Grain + d.Local - 1) / d.Local * d.Local
		d.Grain, d.Level = grain, d.Level/d.Grain*grain
	}
	if d.Ranks = o.Ranks; d.Ranks {
		d.Chains = false // the groups before may be those of another rank
	}
	return d
}

// Can is what code for the target can say.
func (o Options) Can() target.Capabilities { return o.target().Can }

// target is where the program goes. A name that nobody knows is a mistake of the caller:
// Set accepts none.
func (o Options) target() *target.Target {
	t := target.Find(o.Target)
	if t == nil {
		panic("there is no target " + o.Target)
	}
	return t
}

// String writes o as flags: -int=32 -float=64 ...
func (o Options) String() string {
	s := fmt.Sprintf("-int=%d -float=%d -seed=%d -target=%s -device=%s -O%d -fusion=%s",
		o.IntBits, o.FloatBits, o.Seed, o.Target, o.Device, o.OptLevel, o.Fusion)
	for _, f := range []struct {
		on   bool
		flag string
	}{{o.Unsafe, " -unsafe"}, {o.CheckAll, " -check-all"}, {o.LineInfo, " -lineinfo"}, {o.Profile, " -profile"}, {o.Ranks, " -ranks"}} {
		if f.on {
			s += f.flag
		}
	}
	if o.Grain > 0 {
		s += fmt.Sprintf(" -grain=%d", o.Grain)
	}
	return s
}

// Set changes o by one flag as String writes it.
func (o *Options) Set(flag string) error {
	name, val, _ := strings.Cut(strings.TrimPrefix(flag, "-"), "=")
	switch name {
	case "int":
		return setInt(&o.IntBits, val, flag, 32, 64)
	case "float":
		return setInt(&o.FloatBits, val, flag, 64, 32)
	case "seed":
		n, err := strconv.ParseInt(val, 10, 64)
		if err != nil {
			return fmt.Errorf("%s: not an integer", flag)
		}
		o.Seed = n
	case "target":
		if target.Find(val) == nil {
			return fmt.Errorf("%s: the targets are %s", flag, strings.Join(target.Names(), ", "))
		}
		o.Target = val
	case "device":
		return setWord(&o.Device, val, flag, "cpu", "gpu")
	case "O0", "O1", "O2":
		o.OptLevel = int(name[1] - '0')
	case "fusion":
		return setWord(&o.Fusion, val, flag, "ilp", "greedy-down", "greedy-up", "vertical", "none")
	case "unsafe":
		o.Unsafe = true
	case "check-all":
		o.CheckAll = true
	case "lineinfo":
		o.LineInfo = true
	case "profile":
		o.Profile = true
	case "ranks":
		o.Ranks = true
	case "grain":
		n, err := strconv.Atoi(val)
		if err != nil || n <= 0 {
			return fmt.Errorf("%s: not a positive number", flag)
		}
		o.Grain = n
	default:
		return fmt.Errorf("unknown option %s", flag)
	}
	return nil
}

func setInt(to *int, val, flag string, allowed ...int) error {
	for _, n := range allowed {
		if val == strconv.Itoa(n) {
			*to = n
			return nil
		}
	}
	return fmt.Errorf("%s: expected one of %v", flag, allowed)
}

func setWord(to *string, val, flag string, allowed ...string) error {
	for _, w := range allowed {
		if val == w {
			*to = w
			return nil
		}
	}
	return fmt.Errorf("%s: expected one of %v", flag, allowed)
}

// ParseOptions reads what String wrote; what is not said is the default.
func ParseOptions(s string) (Options, error) {
	o := DefaultOptions()
	for _, f := range strings.Fields(s) {
		if err := o.Set(f); err != nil {
			return o, err
		}
	}
	return o, nil
}
