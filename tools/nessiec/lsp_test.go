package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestLSP speaks to the server through the command: it ends well only after shutdown.
func TestLSP(t *testing.T) {
	message := func(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }
	begin := message(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`)
	shutdown, exit := message(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`), message(`{"jsonrpc":"2.0","method":"exit"}`)
	for _, c := range []struct {
		in     string
		status int
	}{{begin + shutdown + exit, statusGood}, {begin + message(`{"js`) + shutdown + exit, statusGood}, {begin + exit, statusFailed}, {begin, statusFailed}} {
		out, errors, status := invokeOn(c.in, "lsp", "-stdio")
		if status != c.status || !strings.Contains(out, `"hoverProvider":true`) || strings.Contains(c.in, "shutdown") != strings.Contains(out, `"result":null,"id":2`) {
			t.Errorf("%q: status %d, %q %q", c.in, status, out, errors)
		}
	}
	if _, _, status := invoke("lsp", "file.nesl"); status != statusRejected {
		t.Errorf("status %d", status)
	}
}
