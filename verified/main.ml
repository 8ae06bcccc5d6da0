(* Reads the arguments and files of not-copies, and prints the answer of the extracted program. *)
open Extracted

let usage = "usage: not-copies [--box ROWSxCOLUMNS] PAIR PROOF"

let fail message = prerr_endline message; exit 2

let symbol = function
  | '0' -> D0 | '1' -> D1 | '2' -> D2 | '3' -> D3 | '4' -> D4
  | '5' -> D5 | '6' -> D6 | '7' -> D7 | '8' -> D8 | '9' -> D9
  | ' ' -> Space | '\n' -> Newline | '-' -> Minus | '.' -> Dot | 'd' -> Letter_d | _ -> Other

let read_file path =
  let file = open_in_bin path in
  let text = really_input_string file (in_channel_length file) in
  close_in file; text

let rec nat n = if n = 0 then O else S (nat (n - 1))

let rec int_of = function XH -> 1 | XO p -> 2 * int_of p | XI p -> 2 * int_of p + 1

let box text =
  try Scanf.sscanf text "%2ux%2u%!" (fun rows columns -> Some (nat rows, nat columns))
  with _ -> fail "not-copies: --box needs two numbers, such as 3x3"

let refuse reason = print_endline ("not proved: " ^ reason); exit 1
let refuse_line line reason =
  refuse (Printf.sprintf "line %d of the proof: %s" (int_of line) reason)
let unreadable reason = print_endline ("unreadable " ^ reason); exit 2

let main box pair_path proof_path =
  let pair = List.map symbol (List.of_seq (String.to_seq (read_file pair_path))) in
  let proof = read_file proof_path in
  let next i =
    if i < String.length proof then Some (symbol proof.[i], i + 1) else None in
  match not_copies box pair next 0 with
  | Not_copies -> print_endline "s VERIFIED NOT COPIES"
  | Unreadable_pair ->
    unreadable "pair: expected two grids of numbers, with an empty line between them"
  | Unreadable_proof line ->
    unreadable (Printf.sprintf "proof: line %d is not a line of LRAT without RAT steps" (int_of line))
  | Wrong_step line -> refuse_line line "its hints do not show its clause"
  | No_such_clause line -> refuse_line line "there is no such clause to delete"
  | No_empty_clause -> refuse "the proof ends without the empty clause"

let () =
  try match List.tl (Array.to_list Sys.argv) with
    | [pair; proof] -> main None pair proof
    | ["--box"; text; pair; proof] -> main (box text) pair proof
    | _ -> fail usage
  with
  | Sys_error message -> fail ("not-copies: " ^ message)
  | End_of_file -> fail "not-copies: a file ended while it was read"
  | Stack_overflow | Out_of_memory -> fail "not-copies: there is not enough memory"
