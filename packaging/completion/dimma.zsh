#compdef dimma dimma-idl dimma-naming dimma-bench
# Completion of dimma's commands for zsh. The words and their descriptions are those that the installed program's --help
# lists, and --dimma-help for options of the ORB.

# Prints WORD:DESCRIPTION for each command that a help text on standard input lists.
_dimma_commands() {
  awk '/^(commands|experiments .*):$/ { listing = 1; next } /^$/ { listing = 0 }
       listing { word = $1; sub(/^ *[^ ]+ +/, ""); print word ":" $0 }'
}

# Prints WORD:DESCRIPTION for each option that a help text on standard input lists.
_dimma_options() {
  awk 'function put(  i) { sub(/ +$/, "", text); for (i = 1; i <= count; ++i) print words[i] ":" text; count = 0 }
       /^  -/ {
         put()
         while (match($0, /^[], []*--?[A-Za-z?][-A-Za-z0-9]*/)) {
           word = substr($0, RSTART, RLENGTH); $0 = substr($0, RSTART + RLENGTH)
           gsub(/[], []/, "", word); words[++count] = word
           sub(/^ [^ ]+,/, ",")
         }
         sub(/^ \]/, "")
         if (!sub(/^.*[^ ]   */, "") && !sub(/^   */, "")) { sub(/^ [^ ]+ */, ""); sub(/^\(=?[^)]*\) */, "") }
         text = $0
         next
       }
       /^    / && count { sub(/^ +/, ""); sub(/ +$/, "", text); text = text (text == "" ? "" : " ") $0; next }
       { put() }
       END { put() }'
}

_dimma() {
  local text index=2
  local -a program found
  program=("${words[1]}")
  while true; do
    text=$("${program[@]}" --help 2>/dev/null) || return 1
    found=("${(@f)$(_dimma_commands <<<"$text")}")
    [[ -n $found[1] && ( ${words[CURRENT]} != -* || $index -lt $CURRENT ) ]] || break
    if (( index >= CURRENT )); then
      _describe command found
      return
    fi
    [[ -n ${(M)found:#${words[index]}:*} ]] || break
    program+=("${words[index]}")
    (( ++index ))
  done
  case ${words[CURRENT]} in
    --dimma-*|-ORB*) text=$("${words[1]}" --dimma-help 2>/dev/null) || return 1 ;;
    -*) ;;
    *) _files; return ;;
  esac
  found=("${(@f)$(_dimma_options <<<"$text")}")
  _describe -o option found
}

_dimma "$@"
