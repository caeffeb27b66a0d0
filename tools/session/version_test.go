package session

import (
	"runtime/debug"
	"testing"
)

func TestVersion(t *testing.T) {
	info := &debug.BuildInfo{GoVersion: "go1.99", Main: debug.Module{Version: "(devel)"},
		Settings: []debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "GOARCH", Value: "amd64"}}}
	if got, want := versionOf(info), "nessiec (devel), go1.99 linux/amd64"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	info.Settings = append(info.Settings, debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef"},
		debug.BuildSetting{Key: "vcs.time", Value: "2026-11-28T05:00:00Z"}, debug.BuildSetting{Key: "vcs.modified", Value: "true"})
	if got, want := versionOf(info), "nessiec (devel), commit 0123456789ab of 2026-11-28T05:00:00Z, changed since, go1.99 linux/amd64"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
