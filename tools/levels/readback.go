package levels

import (
	"bytes"

	"nessiec/backends/ref/interp"
	"nessiec/ir/program"
	"nessiec/ir/value"
)

// ReadBack reads the values of actions from what they printed, as far as it goes.
func ReadBack(text []byte, actions []*program.Action, num value.Num, emit func(interp.Result)) {
	for _, a := range actions {
		if a.Kind != program.Eval || a.Name == "" {
			continue
		}
		line := []byte("\n" + a.Name + " = ")
		at := bytes.Index(append([]byte("\n"), text...), line)
		if at < 0 {
			return
		}
		r := value.NewReader("output", text[at+len(line)-1:], num)
		v, err := r.Value(a.Type)
		if err != nil { // a function, or the program ended here
			continue
		}
		text = r.Rest()
		emit(interp.Result{Action: a, Value: v})
	}
}
