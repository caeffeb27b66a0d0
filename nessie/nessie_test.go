package nessie

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"nessiec/backends/wasm/engine"
)

func compiled(t *testing.T, src, entry string, o Options) *Func {
	t.Helper()
	if err := engine.Supported(); err != nil {
		t.Skip(err)
	}
	f, err := Compile("a.nesl", src, entry, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

// Values of every type go in and come back.
func TestValues(t *testing.T) {
	type pair struct {
		Name string
		N    int
	}
	type triple struct {
		X  float64
		Ok bool
		C  byte
	}
	ctx := context.Background()
	for _, c := range []struct {
		typ  string
		x    any
		want any // where it is not x
	}{
		{"int", 7, nil}, {"float", 0.5, nil}, {"float", 3, 3.0}, {"bool", true, nil}, {"char", byte('a'), nil},
		{"[int]", []int{1, -2, 3}, nil}, {"[int]", []int32{1, -2}, nil}, {"[float]", []float64{0.5, 1e300}, nil}, {"[float]", []float32{0.5}, nil},
		{"[bool]", []bool{true, false}, nil}, {"[char]", "text", nil}, {"[char]", []byte("text"), nil}, {"[[int]]", [][]int{{1}, {}, {2, 3}}, nil},
		{"[[char]]", []string{"a", "", "bc"}, nil}, {"([char], int)", pair{"x", 3}, nil}, {"[([char], int)]", []pair{{"x", 3}, {"", 4}}, nil},
		{"(float, bool, char)", triple{1.5, true, 'c'}, nil}, {"[(float, bool, char)]", []triple{{1, false, 'a'}}, nil}, {"[float]", []float64{}, nil},
	} {
		f := compiled(t, "function same(x) = x;", fmt.Sprintf("same : %s -> %s", c.typ, c.typ), Options{})
		if strings.HasPrefix(c.typ, "(") { // of which a call has components
			f = compiled(t, "function same(x) = x[0];", fmt.Sprintf("same : [%s] -> %s", c.typ, c.typ), Options{})
			c.want, c.x = c.x, reflect.Append(reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(c.x)), 0, 1), reflect.ValueOf(c.x)).Interface()
		}
		want := c.want
		if want == nil {
			want = c.x
		}
		got := reflect.New(reflect.TypeOf(want))
		if err := f.Call(ctx, got.Interface(), c.x); err != nil || !reflect.DeepEqual(got.Elem().Interface(), want) {
			t.Errorf("%s: %v becomes %v, %v", c.typ, c.x, got.Elem(), err)
		}
	}
}

// Calls that fail say where; the next call is not impressed.
func TestErrors(t *testing.T) {
	f := compiled(t, "function quotient(x, y) = x / y;\nfunction quotients(xs, y) = {quotient(x, y) : x in xs};", "quotients : ([int], int) -> [int]", Options{})
	var out []int
	for range 3 {
		err := f.Call(context.Background(), &out, []int{6, 9}, 0)
		var failed *Error
		if !errors.As(err, &failed) || failed.Message != "RUNTIME ERROR: Divide by zero." || !strings.HasPrefix(failed.At[0], "at a.nesl:1:29") || len(failed.At) < 2 {
			t.Fatalf("%v", err)
		}
		if err := f.Call(context.Background(), &out, []int{6, 9}, 3); err != nil || !reflect.DeepEqual(out, []int{2, 3}) {
			t.Errorf("%v, %v", out, err)
		}
	}
	for _, args := range [][]any{{}, {[]int{1}}, {"text", 1}, {[]int{1}, "1"}, {[]int{1 << 40}, 1}, {nil, 1}} {
		if err := f.Call(context.Background(), &out, args...); err == nil {
			t.Errorf("arguments %v are accepted", args)
		}
	}
	for _, result := range []any{out, new(string), new([]bool), (*[]int)(nil)} {
		if err := f.Call(context.Background(), result, []int{1}, 1); err == nil {
			t.Errorf("a %T gets a result", result)
		}
	}
	for entry, want := range map[string]string{"none": "E0", "quotient : int": "function", "quotients : ([bool], int) -> [int]": "E0"} {
		if _, err := Compile("a.nesl", "function quotient(x, y) = x / y;", entry, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", entry, err)
		}
	}
}

// A context ends a call.
func TestContext(t *testing.T) {
	f := compiled(t, "function endless(n) = if n < 0 then n else endless((n + 1) and 7);", "endless : int -> int", Options{})
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	if err := f.Call(ctx, nil, 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	n := 0
	if err := f.Call(context.Background(), &n, -3); err != nil || n != -3 {
		t.Errorf("%d, %v", n, err)
	}
}

// Functions for Go open no files: neither what is there nor what they would make.
func TestFilesAreClosed(t *testing.T) {
	there, made := filepath.Join(t.TempDir(), "there"), filepath.Join(t.TempDir(), "made")
	if err := os.WriteFile(there, []byte("secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	src := fmt.Sprintf(`function opens(k) = if k == 0 then let (s, good, why) = open_in_file(%q) in good else let (s, good, why) = open_out_file(%q) in good;`, there, made)
	f := compiled(t, src, "opens : int -> bool", Options{})
	for k := range 2 {
		good := true
		if err := f.Call(context.Background(), &good, k); err != nil || good {
			t.Errorf("%d: %t, %v", k, good, err)
		}
	}
	if _, err := os.Stat(made); err == nil {
		t.Error("there is a file")
	}
}

// Calls from several goroutines do not disturb each other, and share what was
// compiled.
func TestConcurrent(t *testing.T) {
	f := compiled(t, "function total(xs) = sum({x * x : x in xs});", "total : [int] -> int", Options{Int64: true, Threads: 3})
	var wg sync.WaitGroup
	for k := range 8 {
		wg.Go(func() {
			xs := make([]int, 10000*(k+1))
			want := 0
			for i := range xs {
				xs[i] = i
				want += i * i
			}
			for range 5 {
				got := 0
				if err := f.Call(context.Background(), &got, xs); err != nil || got != want {
					t.Errorf("%d, want %d, %v", got, want, err)
				}
			}
		})
	}
	wg.Wait()
}
