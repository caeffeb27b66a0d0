// The words that begin a command of the interpreter.

package nesl

// IsCommand reports whether a form that begins with this name is a command:
// an expression that begins with it must be put in parentheses there.
func IsCommand(name string) bool { return commands[name] }

var commands = map[string]bool{
	"load": true, "set": true, "help": true, "exit": true, "lisp": true, "describe": true, "apropos": true,
	"get": true, "show": true, "shell": true, "dump": true, "edit": true,
}
