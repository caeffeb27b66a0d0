//go:build js

// Command compiler is nessiec in a browser: for worker.js, which runs it, it puts an
// object nessiec into the global scope, with functions check, run, explain and costs of the
// source of a program. They return JSON (package session); an error is {"Bug": "..."}.
package main

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"syscall/js"

	"nessiec/tools/playground/session"
)

// collectAt is at what growth of the heap, in percent, garbage is collected: passes make
// much of it in a short time.
const collectAt = 400

func main() {
	debug.SetGCPercent(collectAt)
	api := js.Global().Get("Object").New()
	export := func(name string, f func(args []js.Value) (any, error)) {
		api.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any { return reply(func() (any, error) { return f(args) }) }))
	}
	export("check", func(args []js.Value) (any, error) { return session.Check(args[0].String()) })
	export("run", func(args []js.Value) (any, error) { return session.Run(args[0].String(), events(args[1])) })
	export("explain", func(args []js.Value) (any, error) { return session.Explain(args[0].String(), args[1].String()) })
	export("costs", func(args []js.Value) (any, error) { return session.Costs(args[0].String(), args[1].String()) })
	js.Global().Set("nessiec", api)
	select {} // the functions are called from now on
}

// reply is what f returns, as JSON.
func reply(f func() (any, error)) string {
	v, err := f()
	if err != nil {
		v = map[string]string{"Bug": fmt.Sprint("nessiec: ", err)}
	}
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// events calls the functions print and picture of an object of JavaScript.
func events(to js.Value) session.Events {
	return session.Events{
		Print: func(text []byte) {
			b := js.Global().Get("Uint8Array").New(len(text))
			js.CopyBytesToJS(b, text)
			to.Call("print", b)
		},
		Picture: func(p session.Picture) { to.Call("picture", p.Kind, p.Width, p.Height, numbers(p.Data)) },
	}
}
