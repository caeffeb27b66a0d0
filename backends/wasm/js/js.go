// Package js is what loads modules in Node and in browsers.
package js

import _ "embed"

// Loader is the text of nessie.mjs.
//
//go:embed nessie.mjs
var Loader string
