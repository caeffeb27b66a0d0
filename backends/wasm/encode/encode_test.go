package encode

import (
	"bytes"
	"encoding/hex"
	"math"
	"strings"
	"testing"
)

// Numbers in LEB128, at the ends of their ranges.
func TestNumbers(t *testing.T) {
	for x, want := range map[int64]string{0: "00", 1: "01", -1: "7f", 63: "3f", 64: "c000", -64: "40", -65: "bf7f", 624485: "e58e26",
		math.MinInt32: "8080808078", math.MaxInt64: "ffffffffffffffffff00", math.MinInt64: "8080808080808080807f"} {
		if got := hex.EncodeToString(signed(nil, x)); got != want {
			t.Errorf("%d is %s, want %s", x, got, want)
		}
	}
	for x, want := range map[uint64]string{0: "00", 127: "7f", 128: "8001", 624485: "e58e26"} {
		if got := hex.EncodeToString(unsigned(nil, x)); got != want {
			t.Errorf("%d is %s, want %s", x, got, want)
		}
	}
}

// small is a module with an import, a global, data and a loop.
func small() *Module {
	m := &Module{Pages: 1}
	log := m.Import("env", "log", []ValType{I32}, nil)
	g := m.Global("calls")
	g.Init, g.Exported = -5, true
	m.Data = append(m.Data, Segment{16, []byte("a\"\x00")})
	f := m.Func("count", []ValType{I32}, []ValType{F64, V128})
	f.Exports = []string{"count", "entry"}
	f.NameParam(0, "n")
	i := f.Local("i", I32)
	f.Local("", I32)
	f.Local("", F32)
	l := f.Loop()
	f.Get(i)
	f.I32(1)
	f.Op(I32Add)
	f.Tee(i)
	f.Get(0)
	f.Op(I32LtS)
	f.If(NoResult)
	f.Get(i)
	f.Call(log)
	f.Br(l)
	f.End()
	f.End()
	f.GetGlobal(g)
	f.Mem(F64Load, 3, 300)
	f.V128(1, 1<<63)
	f.I32(0)
	f.V128(0, 0)
	f.MemLane(V128Store32Lane, 2, 4, 3)
	m.Custom = append(m.Custom, Custom{"note", []byte("hi")})
	return m
}

func TestBytes(t *testing.T) {
	want := "0061736d01000000" +
		"010b0260017f0060017f027c7b" + // types
		"020b0103656e76036c6f670000" + // import
		"03020101" + "05060101" + "01ffff03" + // function, memory
		"0606017f01417b0b" + // global
		"07220406" + hex.EncodeToString([]byte("memory")) + "020005" + hex.EncodeToString([]byte("count")) + "000105" +
		hex.EncodeToString([]byte("entry")) + "000105" + hex.EncodeToString([]byte("calls")) + "0300" +
		"0a4f014d" + "02027f017d" + // code: locals
		"034020014101" + "6a22012000480440" + "200110000c010b0b" + "2300" + "2b03ac02" +
		"fd0c01000000000000000000000000000080" + "4100" + "fd0c00000000000000000000000000000000" + "fd5a020403" + "0b" +
		"0b09010041100b03612200"
	b := hex.EncodeToString(small().Bytes())
	if !strings.HasPrefix(b, want) {
		t.Errorf("\n%s\nwant\n%s", b, want)
	}
	if !strings.HasSuffix(b, hex.EncodeToString(append([]byte{0, 7, 4}, "notehi"...))) {
		t.Errorf("no section at the end: %s", b)
	}
	if !bytes.Contains(small().Bytes(), []byte("\x04name")) {
		t.Error("no names")
	}
}

func TestText(t *testing.T) {
	want := `(module
  (import "env" "log" (func $log (param i32)))
  (memory (export "memory") 1 65535)
  (global $calls (export "calls") (mut i32) (i32.const -5))
  (data (i32.const 16) "a\22\00")
  (func $count (export "count") (export "entry") (param $n i32) (result f64 v128)
    (local $i i32)
    (local i32)
    (local f32)
    loop
      local.get $i
      i32.const 1
      i32.add
      local.tee $i
      local.get $n
      i32.lt_s
      if
        local.get $i
        call $log
        br 1
      end
    end
    global.get $calls
    f64.load offset=300 align=8
    v128.const i32x4 0x00000001 0x00000000 0x00000000 0x80000000
    i32.const 0
    v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
    v128.store32_lane offset=4 align=4 3
  )
)
`
	if got := small().Text(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// What nothing reads goes, variables of a type stand together, and those used most come
// first; a variable that is read right after it was set is copied.
func TestTidy(t *testing.T) {
	m := &Module{Pages: 1}
	f := m.Func("f", []ValType{I32}, []ValType{I32})
	unread, few, wide, many, teed := f.Local("unread", I32), f.Local("few", I32), f.Local("wide", F64), f.Local("many", I32), f.Local("teed", I32)
	f.I32(1)
	f.Set(unread)
	f.I32(2)
	f.Set(few)
	f.F64(0)
	f.Set(wide)
	f.I32(3)
	f.Tee(teed)
	f.Set(many)
	f.Get(many)
	f.Get(few)
	f.Op(I32Add)
	f.Get(wide)
	f.Op(Drop)
	f.Get(many)
	f.Op(I32Add)
	f.Get(many)
	f.Op(I32Add)
	f.Tidy()
	want := `
  (func $f (param i32) (result i32)
    (local $many i32)
    (local $few i32)
    (local $wide f64)
    i32.const 1
    drop
    i32.const 2
    local.set $few
    f64.const 0
    local.set $wide
    i32.const 3
    local.tee $many
    local.get $few
    i32.add
    local.get $wide
    drop
    local.get $many
    i32.add
    local.get $many
    i32.add
  )
)
`
	if got := m.Text(); !strings.HasSuffix(got, want) {
		t.Errorf("%s\nwant%s", got, want)
	}
}

// Names of variables are there if they are asked for.
func TestVariables(t *testing.T) {
	m := small()
	for _, m.Variables = range []bool{false, true} {
		if got := bytes.Contains(m.Bytes(), []byte("\x00\x01n")); got != m.Variables {
			t.Errorf("with Variables %t: %t", m.Variables, got)
		}
	}
}
