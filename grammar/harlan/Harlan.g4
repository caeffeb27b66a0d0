// The concrete syntax of Harlan: data of Scheme. What data mean is the business of
// the passes from harlan.read on.
//
// What the grammar accepts and parse.go rejects, with a message that says why: names
// of characters and escapes that do not exist, numbers out of range. Brackets are
// matched before it runs, so that it can fail for a dot or a #; alone.
grammar Harlan;

// ---- data

file
    : (skipped | datum)* EOF
    ;

// A datum that is a comment; #; #; a b leaves out both.
skipped
    : SKIP_NEXT skipped* datum
    ;

datum
    : list
    | SYMBOL
    | INT
    | FLOAT
    | BOOL
    | CHAR
    | STRING
    ;

list
    : LPAREN items RPAREN
    | LBRACKET items RBRACKET
    ;

items
    : (skipped | datum)* (DOT skipped* datum skipped*)?
    ;

// ---- tokens

LPAREN    : '(' ;
RPAREN    : ')' ;
LBRACKET  : '[' ;
RBRACKET  : ']' ;
DOT       : '.' ;
SKIP_NEXT : '#;' ;

BOOL  : '#t' | '#f' ;
INT   : [+-]? [0-9]+ ;
FLOAT : [+-]? ([0-9]+ '.' [0-9]* | '.' [0-9]+) EXPONENT? | [+-]? [0-9]+ EXPONENT ;
CHAR  : '#\\' (NAME_CHAR+ | .) ;

// The longest token wins, so 1+ and ... are symbols.
SYMBOL : NAME_START NAME_CHAR* ;

STRING       : '"' (~["\\] | '\\' .)* '"' ;
OPEN_STRING  : '"' (~["\\] | '\\' .)* ;

COMMENT      : BLOCK -> skip ;
OPEN_COMMENT : '#|' (BLOCK | '#' ~'|' | '|' ~'#' | ~[|#])* ;
LINE         : ';' ~[\r\n]* -> skip ;
BLANK        : [ \t\r\n\f]+ -> skip ;

STRAY : . ;

fragment EXPONENT   : [eE] [+-]? [0-9]+ ;
fragment NAME_START : ~[ \t\r\n\f()[\]{}";'`,|#\\] ;
fragment NAME_CHAR  : ~[ \t\r\n\f()[\]{}";'`,|\\] ;
fragment BLOCK      : '#|' (BLOCK | '#' ~'|' | '|'+ ~[#|] | ~[|#])* '|'+ '#' ;
