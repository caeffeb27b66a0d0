max_int : int
min_int : int
pi : float
newline : char
space : char
tab : char
not : a -> a :: (a in logical)
zero : a -> a :: (a in number)
one : a -> a :: (a in number)
negate : a -> a :: (a in number)
max : (a, a) -> a :: (a in ordinal)
min : (a, a) -> a :: (a in ordinal)
plusp : a -> bool :: (a in number)
minusp : a -> bool :: (a in number)
zerop : a -> bool :: (a in number)
oddp : int -> bool
evenp : int -> bool
abs : a -> a :: (a in number)
diff : (a, a) -> a :: (a in number)
rem : (int, int) -> int
mod : (int, int) -> int
lshift : (int, int) -> int
rshift : (int, int) -> int
popcount : int -> int
gcd : (int, int) -> int
float : int -> float
trunc : float -> int
floor : float -> int
ceil : float -> int
round : float -> int
btoi : bool -> int
code_char : int -> char
char_code : char -> int
float_num : a -> float :: (a in number)
int_to_any : (int, a) -> a :: (a in number)
float_to_any : (float, a) -> a :: (a in number)
sqrt : float -> float
ln : float -> float
exp : float -> float
sin : float -> float
cos : float -> float
tan : float -> float
asin : float -> float
acos : float -> float
atan : float -> float
sinh : float -> float
cosh : float -> float
tanh : float -> float
isqrt : int -> int
log : (float, float) -> float
expt : (float, float) -> float
reciprocal : float -> float
rand : a -> a :: (a in number)
rand_seed : int -> bool
select : (bool, a, a) -> a :: (a in any)
eql : (a, a) -> bool :: (a in any)
identity : a -> a :: (a in any)
hash : (a, int) -> int :: (a in any)
first : (a, b) -> a :: (a in any; b in any)
rest : (a, b) -> b :: (a in any; b in any)
atan2 : (float, float) -> float
hypot : (float, float) -> float
fmod : (float, float) -> float
div : (int, int) -> int
clz : int -> int
ctz : int -> int
erf : float -> float
erfc : float -> float
length : [a] -> int :: (a in any)
dist : (a, int) -> [a] :: (a in any)
index : int -> [int]
elt : ([a], int) -> a :: (a in any)
iseq : (int, int, int) -> [int]
get : ([a], [int]) -> [a] :: (a in any)
read : ([a], [int]) -> [a] :: (a in any)
permute : ([a], [int]) -> [a] :: (a in any)
write : ([a], [(int, a)]) -> [a] :: (a in any)
put : ([a], [int], [a]) -> [a] :: (a in any)
rep : ([a], a, int) -> [a] :: (a in any)
cond_put : ([a], [int], [bool], [a]) -> [a] :: (a in any)
append : ([a], [a]) -> [a] :: (a in any)
cons : (a, [a]) -> [a] :: (a in any)
snoc : ([a], a) -> [a] :: (a in any)
vpair : (a, a) -> [a] :: (a in any)
vsep : [a] -> (a, a) :: (a in any)
reverse : [a] -> [a] :: (a in any)
rotate : ([a], int) -> [a] :: (a in any)
subseq : ([a], int, int) -> [a] :: (a in any)
take : ([a], int) -> [a] :: (a in any)
drop : ([a], int) -> [a] :: (a in any)
odd_elts : [a] -> [a] :: (a in any)
even_elts : [a] -> [a] :: (a in any)
interleave : ([a], [a]) -> [a] :: (a in any)
next : ([a], a) -> [a] :: (a in any)
previous : ([a], a) -> [a] :: (a in any)
shift : ([a], int, a) -> [a] :: (a in any)
windows : ([a], int) -> [[a]] :: (a in any)
zip : ([a], [b]) -> [(a, b)] :: (a in any; b in any)
zip3 : ([a], [b], [c]) -> [(a, b, c)] :: (a in any; b in any; c in any)
unzip : [(a, b)] -> ([a], [b]) :: (a in any; b in any)
pack : [(a, bool)] -> [a] :: (a in any)
unpack : ([a], [bool]) -> [a] :: (a in any)
flag_merge : ([bool], [a], [a]) -> [a] :: (a in any)
join : ([a], [int], [a], [int]) -> [a] :: (a in any)
sum : [a] -> a :: (a in number)
product : [a] -> a :: (a in number)
max_val : [a] -> a :: (a in ordered)
min_val : [a] -> a :: (a in ordered)
any : [a] -> a :: (a in logical)
all : [a] -> a :: (a in logical)
parity : [a] -> a :: (a in logical)
plus_scan : [a] -> [a] :: (a in number)
mult_scan : [a] -> [a] :: (a in number)
max_scan : [a] -> [a] :: (a in ordinal)
min_scan : [a] -> [a] :: (a in ordinal)
and_scan : [a] -> [a] :: (a in logical)
or_scan : [a] -> [a] :: (a in logical)
xor_scan : [a] -> [a] :: (a in logical)
count : [bool] -> int
enumerate : [bool] -> [int]
pack_index : [bool] -> [int]
max_index : [a] -> int :: (a in ordered)
min_index : [a] -> int :: (a in ordered)
fseq : (float, float, float) -> [float]
partition : ([a], [int]) -> [[a]] :: (a in any)
segdes : int -> segdes
make_segdes : int -> segdes
nest : ([a], [segdes]) -> [[a]] :: (a in any)
flatten : [[a]] -> [a] :: (a in any)
split_index : [bool] -> ([int], [int])
split : ([a], [bool]) -> [[a]] :: (a in any)
bottop : [a] -> [[a]] :: (a in any)
head_rest : [a] -> (a, [a]) :: (a in any)
rest_tail : [a] -> ([a], a) :: (a in any)
transpose : [[a]] -> [[a]] :: (a in any)
group_by : ([a], int) -> [[a]] :: (a in any)
length_from_flags : [bool] -> [int]
flag_partition : ([a], [bool]) -> [[a]] :: (a in any)
rank : [a] -> [int] :: (a in ordered)
rank_down : [a] -> [int] :: (a in ordered)
char_rank : [char] -> [int]
sort : [a] -> [a] :: (a in ordered)
sort_by : (c -> b, [c]) -> [c] :: (a in any; b in ordered; c in any)
kth_smallest : ([a], int) -> a :: (a in ordinal)
median : [a] -> a :: (a in ordinal)
find : (a, [a]) -> int :: (a in any)
lower_bound : (a, [a]) -> int :: (a in ordered)
upper_bound : (a, [a]) -> int :: (a in ordered)
search_for_subseqs : ([a], [a]) -> [int] :: (a in any)
name : [a] -> [int] :: (a in any)
mark_duplicates : [a] -> [bool] :: (a in any)
remove_duplicates : [a] -> [a] :: (a in any)
union : ([a], [a]) -> [a] :: (a in any)
intersection : ([a], [a]) -> [a] :: (a in any)
set_difference : ([a], [a]) -> [a] :: (a in any)
collect : [(a, b)] -> [(a, [b])] :: (a in any; b in any)
int_collect : [(int, a)] -> [(int, [a])] :: (a in any)
histogram : [a] -> [(a, int)] :: (a in any)
bincount : ([int], int) -> [int]
string : a -> [char] :: (a in any)
int_string : int -> [char]
float_string : float -> [char]
bool_string : bool -> [char]
char_string : char -> [char]
vector_string : [[char]] -> [char]
exp_string : (float, int) -> [char]
digitp : char -> bool
lowercase : char -> char
uppercase : char -> char
string_eql : ([char], [char]) -> bool
parse_unsigned_int : [char] -> (int, bool)
parse_int : [char] -> (int, bool)
parse_float : [char] -> (float, bool)
group_by_separator_flags : ([a], [bool]) -> [[a]] :: (a in any)
wordify : [char] -> [[char]]
linify : [char] -> [[char]]
group_by_space : ([char], [char]) -> [[char]]
parse_int_vect : [char] -> ([int], bool)
justify_text : ([char], int) -> [[char]]
split_string : ([char], [char]) -> [[char]]
join_strings : ([[char]], [char]) -> [char]
replace_string : ([char], [char], [char]) -> [char]
trim : [char] -> [char]
starts_with : ([a], [a]) -> bool :: (a in any)
ends_with : ([a], [a]) -> bool :: (a in any)
fixed_string : (float, int) -> [char]
map : (c -> b, [c]) -> [b] :: (a in any; b in any; c in any)
reduce : ((b, b) -> b, b, [b]) -> b :: (a in any; b in any)
scan : ((b, b) -> b, b, [b]) -> ([b], b) :: (a in any; b in any)
inclusive_scan : ((b, b) -> b, [b]) -> [b] :: (a in any; b in any)
reduce_by_key : ((c, c) -> c, c, [(b, c)]) -> [(b, c)] :: (a in any; b in any; c in any)
dot : ([a], [a]) -> a :: (a in number)
matvec : ([[a]], [a]) -> [a] :: (a in number)
matmul : ([[a]], [[a]]) -> [[a]] :: (a in number)
outer : ([a], [a]) -> [[a]] :: (a in number)
diagonal : [a] -> [[a]] :: (a in number)
submatrix : ([[a]], (int, int), int, int) -> [[a]] :: (a in any)
shuffle : [a] -> [a] :: (a in any)
sample : ([a], int) -> [a] :: (a in any)
rand_normal : (float, float) -> float
rand_exponential : float -> float
hashtable : [(bool, a, b)] -> hashtable(a, b) :: (a in any; b in any)
make_table : ((a, b), int) -> hashtable(a, b) :: (a in any; b in any)
table_entries : hashtable(a, b) -> [(a, b)] :: (a in any; b in any)
insert_table : ([(a, b)], hashtable(a, b)) -> hashtable(a, b) :: (a in any; b in any)
create_table : [(a, b)] -> hashtable(a, b) :: (a in any; b in any)
fast_create_table : [(a, b)] -> hashtable(a, b) :: (a in any; b in any)
search_table : ([a], hashtable(a, b)) -> [(b, bool)] :: (a in any; b in any)
nullstr : stream
stdin : stream
stdout : stream
stderr : stream
print_char : char -> bool
print_string : [char] -> bool
print_line : [char] -> bool
print : a -> a :: (a in any)
printl : a -> a :: (a in any)
print_debug : ([char], a) -> a :: (a in any)
error : [char] -> a :: (a in any)
open_in_file : [char] -> (stream, bool, [char])
open_out_file : [char] -> (stream, bool, [char])
open_append_file : [char] -> (stream, bool, [char])
close_file : stream -> (bool, [char])
read_char : stream -> (char, bool, [char])
read_line : stream -> (([char], bool), bool, [char])
read_word : stream -> (([char], char, bool), bool, [char])
read_string : ([char], int, stream) -> (([char], int), bool, [char])
write_char : (char, stream) -> (bool, [char])
write_string : ([char], stream) -> (bool, [char])
read_object : (a, stream) -> (a, bool, [char]) :: (a in any)
write_object : (a, stream) -> (bool, [char]) :: (a in any)
read_int_seq : stream -> ([int], bool, [char])
read_float_seq : stream -> ([float], bool, [char])
open_check : (a, bool, [char]) -> a :: (a in any)
read_check : (a, bool, [char]) -> a :: (a in any)
write_check : (bool, [char]) -> bool
close_check : (bool, [char]) -> bool
prompt : [char] -> [char]
read_object_from_file : (a, [char]) -> a :: (a in any)
read_int_seq_from_file : [char] -> [int]
read_float_seq_from_file : [char] -> [float]
read_string_from_file : [char] -> [char]
write_string_to_file : ([char], [char]) -> bool
append_string_to_file : ([char], [char]) -> bool
write_object_to_file : (a, [char]) -> bool :: (a in any)
get_environment_variable : [char] -> [char]
grep : ([char], [char]) -> [[char]]
