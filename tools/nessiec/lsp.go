package main

// nessiec lsp: a language server for editors.

import "nessiec/tools/lsp"

// lsp serves until the editor says that it ends.
func (c *command) lsp() error {
	if !lsp.New().Serve(c.stdin, c.stdout) {
		return errRuntime{statusFailed} // as the protocol wants it: exit without shutdown
	}
	return nil
}
