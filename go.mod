module nessiec

go 1.26.8

require (
	github.com/antlr4-go/antlr/v4 v4.13.1 // indirect
	github.com/bartolsthoorn/gohighs v1.0.1 // indirect
	github.com/golang/glog v1.2.5 // indirect
	golang.org/x/exp v0.0.0-20240506185415-9bf2ced13842 // indirect
	gonum.org/v1/gonum v0.16.0 // indirect
)
