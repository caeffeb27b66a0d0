package diag

// Programs in Harlan for the codes of Harlan.

// harlanFlags make a program one in Harlan, whatever its file is called.
var harlanFlags = []string{"-front=harlan"}

var harlanExamples = []example{
	{id: "E0401", program: `(module
  (define (main) (println (+ 1 2) 0)))
)`, flags: harlanFlags},
	{id: "E0402", program: `(module (define (main) (println "hello) 0))`, flags: harlanFlags},
	{id: "E0403", program: `(module (define (main) (println 'hello) 0))`, flags: harlanFlags},
	{id: "E0404", program: `(define (main) 0)`, flags: harlanFlags},
	{id: "E0410", program: `(module (import vector) (define (main) 0))`, flags: harlanFlags},
	{id: "E0411", program: `(module (define (f) 1) (define (f) 2) (define (main) (f)))`, flags: harlanFlags},
	{id: "E0420", program: `(module
  (define-macro both () ((_ a ...) (begin a)))
  (define (main) (both 1 2)))`, flags: harlanFlags},
	{id: "E0421", program: `(module (define (main) (println (max 1 2 3)) 0))`, flags: harlanFlags},
	{id: "E0422", program: `(module
  (define-macro again () ((_ e) (again (+ e 1))))
  (define (main) (again 1)))`, flags: harlanFlags},
	{id: "E0430", program: `(module (define (main) (let (x 1) x)))`, flags: harlanFlags},
	{id: "E0431", program: `(module (define (main) (let ((count 1)) (printn cuont) 0)))`, flags: harlanFlags},
	{id: "E0432", program: `(module (define (f x y) (+ x y)) (define (main) (f 1)))`, flags: harlanFlags},
	{id: "E0433", program: `(module
  (define-datatype Light (Red) (Green))
  (define (main) (match (Red) ((Red) 1))))`, flags: harlanFlags},
	{id: "E0434", program: `(module (define-datatype P (P integer)) (define (main) 0))`, flags: harlanFlags},
	{id: "E0435", program: `(module
  (define (square x) (* x x))
  (define (main) (let ((f square)) (f 2))))`, flags: harlanFlags},
	{id: "E0440", program: `(module (define (main) (let ((i 1)) (println (+ i 0.5)) (println (vector-ref (iota 3) i)) 0)))`, flags: harlanFlags},
	{id: "E0441", program: `(module (define (main) (println (mod 5.5 2)) 0))`, flags: harlanFlags},
	{id: "E0442", program: `(module (define (start) 0))`, flags: harlanFlags},
	{id: "E0443", program: `(module (define (main) (println (lambda (x) (+ x 1))) 0))`, flags: harlanFlags},
	{id: "E0450", program: `(module
  (define (main)
    (let ((sum 0))
      (kernel ((x (iota 3))) (begin (set! sum (+ sum x)) sum))
      sum)))`, flags: harlanFlags},
	{id: "E0451", program: `(module
  (define (main)
    (let* ((v (vector 1 2)) (w (if (< 1 (vector-ref v 0)) v (vector 3 4))))
      (set! (vector-ref v 0) 0)
      (vector-ref w 0))))`, flags: harlanFlags},
	{id: "E0461", program: `(module (extern strlen (str) -> int) (define (main) (strlen "a")))`, flags: harlanFlags},
}
