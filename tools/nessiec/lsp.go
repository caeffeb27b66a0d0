package main

// nessiec lsp: a language server for editors.

import "nessiec/tools/lsp"

// startLSP takes no arguments; editors may say that they use standard streams.
func (c *command) startLSP(args []string) error {
	if len(args) > 0 {
		return reject("nessiec lsp takes no arguments; it talks to an editor through standard input and output")
	}
	return nil
}

func (c *command) lsp() error {
	if !lsp.New().Serve(c.stdin, c.stdout) {
		return errRuntime{statusFailed} // as the protocol wants it: exit without shutdown
	}
	return nil
}
