module nessiec

go 1.26.8

require (
	github.com/antlr4-go/antlr/v4 v4.13.1
	github.com/bartolsthoorn/gohighs v1.0.1
	github.com/golang/glog v1.2.5
	github.com/lanl/highs v1.0.3
	github.com/tetratelabs/wazero v1.11.0
	gonum.org/v1/gonum v0.16.0
)

require (
	golang.org/x/exp v0.0.0-20240506185415-9bf2ced13842 // indirect
	golang.org/x/sys v0.38.0 // indirect
)
