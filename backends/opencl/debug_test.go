package opencl

import (
	"os"
	"testing"

	"nessiec/grammar"
	"nessiec/ir/kir"
	"nessiec/passes/pass"
)

func TestDebug(t *testing.T) {
	name := os.Getenv("KIR")
	if name == "" {
		t.Skip()
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := kir.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := grammar.DeviceLegal.Verify(m); err != nil {
		t.Fatal(err)
	}
	o := pass.DefaultOptions()
	os.WriteFile("/tmp/out.c", []byte(Emit(pass.NewCtx(o), m, []string{"forms.nesl"})[0].Text), 0o666)
}
