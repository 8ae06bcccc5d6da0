(* Reads the arguments and files of not-copies, and prints the answer of the extracted program. *)
open Extracted

let fail message = prerr_endline message; exit 2

let symbol = function
  | '0' -> D0 | '1' -> D1 | '2' -> D2 | '3' -> D3 | '4' -> D4
  | '5' -> D5 | '6' -> D6 | '7' -> D7 | '8' -> D8 | '9' -> D9
  | ' ' -> Space | '\n' -> Newline | '-' -> Minus | '.' -> Dot | 'd' -> Letter_d | _ -> Other

let read_file path = let file = open_in_bin path in really_input_string file (in_channel_length file)
let symbols_of text = List.map symbol (List.of_seq (String.to_seq text))

let rec nat n = if n = 0 then O else S (nat (n - 1))
let rec int_of = function XH -> 1 | XO p -> 2 * int_of p | XI p -> 2 * int_of p + 1

let box text =
  try Scanf.sscanf text "%2ux%2u%!" (fun rows columns -> Some (nat rows, nat columns))
  with _ -> fail "not-copies: --box needs two numbers, such as 3x3"

(* A question is its clauses, the program that checks them, and the words of its verdict. *)
let at_least text =
  try Scanf.sscanf text "%4u%!" (fun k -> clauses_of_all (At_least (nat k)), cannot_agree (nat k),
                                          Printf.sprintf "FEWER THAN %d CLUES AGREE" k)
  with _ -> fail "not-copies: --at-least needs a number of clues, such as 20"

let answer status text = print_endline text; exit status
let bad_pair () = answer 2 "unreadable pair: expected two grids of numbers, with an empty line between them"
let bad_line line reason = answer 1 (Printf.sprintf "not proved: line %d of the proof: %s" (int_of line) reason)

let check (_, ask, no) box pair_path proof_path =
  let pair = symbols_of (read_file pair_path) and proof = read_file proof_path in
  let next i = if i < String.length proof then Some (symbol proof.[i], i + 1) else None in
  match ask box pair next 0 with
  | Verified_no -> print_endline ("s VERIFIED " ^ no)
  | Unreadable_pair -> bad_pair ()
  | Unreadable_proof line ->
    answer 2 (Printf.sprintf "unreadable proof: line %d is no line of LRAT without RAT" (int_of line))
  | Other_number -> answer 1 "not proved: the pair's file does not list so many symmetries of one grid"
  | No_symmetry -> answer 1 "not proved: the pair's file lists what is no usable symmetry of its second grid"
  | Wrong_step line -> bad_line line "its hints do not show its clause"
  | No_such_clause line -> bad_line line "there is no such clause to delete"
  | No_empty_clause -> answer 1 "not proved: the proof ends without the empty clause"

(* The formula in DIMACS, made by the same functions as the formula of the check. *)
let print_formula (clauses_of, _, _) box pair_path =
  match read_pair box (symbols_of (read_file pair_path)) with
  | None -> bad_pair ()
  | Some file ->
    let make = clauses_of file and parts = all_parts file.height file.width in
    let clauses = ref 0 and largest = ref 0 and number = function Z0 -> 0 | Zpos p -> int_of p | Zneg p -> - int_of p in
    let each f = List.iter (fun p -> List.iter (fun c -> f (List.map number c)) (make p)) parts in
    each (fun c -> incr clauses; List.iter (fun l -> largest := max !largest (abs l)) c);
    Printf.printf "p cnf %d %d\n" !largest !clauses;
    each (fun c -> List.iter (Printf.printf "%d ") c; print_string "0\n")

let rec run asked shape = function
  | "--part" :: rest -> run (clauses_of_all Part, not_part, "NOT A PART") shape rest
  | "--at-least" :: text :: rest -> run (at_least text) shape rest
  | "--symmetries" :: n :: rest -> run (clauses_of_symmetries, symmetry_count (symbols_of n), n ^ " SYMMETRIES") shape rest
  | "--box" :: text :: rest -> run asked (box text) rest
  | ["--formula"; pair] -> print_formula asked shape pair
  | [pair; proof] -> check asked shape pair proof
  | _ -> fail "usage: not-copies [--part | --at-least K | --symmetries N] [--box ROWSxCOLUMNS] {PAIR PROOF | --formula PAIR}"

let () =
  Gc.set { (Gc.get ()) with Gc.minor_heap_size = 4_000_000; space_overhead = 400 };
  try run (clauses_of_all Copy, not_copies, "NOT COPIES") None (List.tl (Array.to_list Sys.argv)) with
  | Sys_error message -> fail ("not-copies: " ^ message)
  | End_of_file | Stack_overflow | Out_of_memory -> fail "not-copies: there is not enough memory, or a file became shorter"
