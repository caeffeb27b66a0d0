package cuda

// Programs as CUDA: clang makes PTX of them without the toolkit; nvcc compiles
// and a GPU runs them where there are such.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/ir/value"
	"nessiec/passes/pass"
)

// clang finds a clang that knows CUDA.
func clang(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"clang++", "clang++-19", "clang++-18", "clang++-17", "clang++-16", "clang++-15"} {
		if p, err := exec.LookPath(name); err == nil {
			return p
		}
	}
	t.Skip("clang is not installed")
	return ""
}

// ptx compiles the kernels of a program for an architecture, with what clang does
// not check: they have no more parameters and shared memory than ptxas allows.
func ptx(t *testing.T, src, arch string, flags ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "program.ptx")
	args := slices.Concat([]string{standard, "-O1", "-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version", "-Wno-pass-failed", "--cuda-gpu-arch=" + arch,
		"-I", "runtime/check", "-S", "-o", out, src}, strict, flags)
	if msgs, err := exec.Command(clang(t), args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%.3000s", arch, err, msgs)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for name, n := range declared(string(text), "shared") {
		if n > 48<<10 {
			t.Errorf("%s: %s has %d bytes of shared memory", arch, name, n)
		}
	}
	for name, n := range declared(string(text), "param") {
		if n > 4<<10 {
			t.Errorf("%s: %s has %d bytes of parameters", arch, name, n)
		}
	}
	return string(text)
}

// declared is the bytes of a state space that each kernel of PTX declares; what
// stands outside of kernels counts for all of them.
func declared(text, space string) map[string]int {
	entry := regexp.MustCompile(`\.entry (\w+)\(`)
	end := ";"
	if space == "param" {
		end = ",?" // those of calls end with ;
	}
	variable := regexp.MustCompile(`^(\s*)\.` + space + `(?: \.align \d+)? \.[a-z](\d+) [^\[;,]+(?:\[(\d+)\])?` + end + `$`)
	bytes, all, kernel := map[string]int{}, 0, ""
	for line := range strings.Lines(text) {
		if m := entry.FindStringSubmatch(line); m != nil {
			kernel = m[1]
			bytes[kernel] = 0
		}
		if m := variable.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
			bits, _ := strconv.Atoi(m[2])
			n, err := strconv.Atoi(m[3])
			if err != nil {
				n = 1
			}
			if m[1] == "" {
				all += n * bits / 8
			} else if kernel != "" {
				bytes[kernel] += n * bits / 8
			}
		}
	}
	for name := range bytes {
		bytes[name] += all
	}
	return bytes
}

// Kernels are told from what they declare.
func TestDeclared(t *testing.T) {
	const text = "\t.shared .align 8 .b8 other[64];\n.shared .align 4 .u32 a;\n.visible .entry k(\n\t.param .u32 k_0,\n\t.param .align 8 .b8 k_1[24]\n)\n{\n" +
		"\t.shared .align 8 .b8 b[7168];\n\t.shared .align 8 .f64 c;\n\tld.param.u32 %r1, [k_0];\n\t.param .b64 param0;\n}\n.visible .entry l(\n\t.param .u64 l_0\n)\n"
	if s, p := declared(text, "shared"), declared(text, "param"); fmt.Sprint(s, p) != "map[k:7180 l:4] map[k:28 l:8]" {
		t.Error(s, p)
	}
}

// Every form compiles as CUDA, and is what it should be: kernels, barriers,
// shared memory, indivisible operations, arithmetic that is never contracted.
func TestPTX(t *testing.T) {
	t.Parallel()
	for arch, n := range map[string]value.Num{"sm_70": {}, "sm_90": {Int64: true, Float32: true}} {
		text := ptx(t, source(t, backendtest.Load(t, "forms"), options(n)), arch)
		for _, want := range []string{".target " + arch, ".entry ", ".maxntid 64", "bar.sync", ".shared ", "atomicAdd", "atomicMin", "atomicMax"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %s", arch, want)
			}
		}
		if m := regexp.MustCompile(`(?m)^\s+fma.*$`).FindString(text); m != "" {
			t.Errorf("%s: contracted: %s", arch, m)
		}
	}
}

// With -lineinfo, profilers find the lines of the source.
func TestLineInfo(t *testing.T) {
	t.Parallel()
	o := options(value.Num{})
	o.LineInfo = true
	m := backendtest.Parse(t, `(kernel k_ones 8 (out_0:buf<global int>) (scatter) (block (store out_0 (localid) 1)))
(func f_ones () (buf<global int>) (block (alloc out_0:buf<global int> 8) (launch @0:42:3 k_ones 1 (out_0)) (return out_0)))
(action eval it "[int]" [int] f_ones () "" 0)`)
	src := source(t, m, o)
	if text := ptx(t, src, "sm_70", "-g1"); !regexp.MustCompile(`(?m)^\s+\.file\s+\d+ .*a\.nesl"`).MatchString(text) || !regexp.MustCompile(`(?m)^\s+\.loc\s+\d+ 42 `).MatchString(text) {
		t.Errorf("the kernel has no line of the source:\n%s", text)
	}
	cmd := exec.Command("grep", "-n", `^#line .*program\.cu"$`, src)
	out, err := cmd.Output()
	var at, says int
	if _, err2 := fmt.Sscanf(string(out), "%d:#line %d", &at, &says); err != nil || err2 != nil || says != at+1 {
		t.Errorf("line %d is said to be before line %d of the program", at, says)
	}
}

// Without nvcc, building says what is missing.
func TestNoCompiler(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Compile(pass.DefaultOptions(), false, "a.cu", "a"); err == nil || !strings.Contains(err.Error(), "nvcc is not installed") {
		t.Errorf("nvcc: %v", err)
	}
	if _, err := Compile(pass.DefaultOptions(), true, "a.cu", "a"); err == nil || !strings.Contains(err.Error(), "no C++ compiler is installed") {
		t.Errorf("c++: %v", err)
	}
}

// Where there is a GPU, its results are those of the reference.
func TestDevice(t *testing.T) {
	m, o := backendtest.Load(t, "forms"), options(value.Num{})
	exe := filepath.Join(t.TempDir(), "program")
	cmd, err := Compile(o, false, source(t, m, o), exe)
	if err != nil {
		t.Skip(err)
	}
	// what nvcc says of old architectures is not about the program
	if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), fileName) {
		t.Fatalf("nvcc: %v\n%.3000s", err, out)
	}
	r := run("5 "+xs, exe)
	if r.status == 4 && strings.Contains(r.errors, "there is no device") {
		t.Skip(r.errors)
	}
	r.expect(t, "forms", ref(t, m, o, "5 "+xs), "", 0)
}
