# Completion of dimma's commands for bash: dimma, dimma-idl, dimma-naming and dimma-bench. The words are those that the
# installed program's --help lists, and --dimma-help for options of the ORB.

# Prints the commands that a help text on standard input lists.
_dimma_commands() {
  awk '/^(commands|experiments .*):$/ { listing = 1; next } /^$/ { listing = 0 } listing { print $1 }'
}

# Prints the options that a help text on standard input lists.
_dimma_options() {
  awk '/^  -/ {
    while (match($0, /^[], []*--?[A-Za-z?][-A-Za-z0-9]*/)) {
      word = substr($0, RSTART, RLENGTH); $0 = substr($0, RSTART + RLENGTH)
      gsub(/[], []/, "", word); print word
      sub(/^ [^ ]+,/, ",")
    }
  }'
}

_dimma() {
  local current=${COMP_WORDS[COMP_CWORD]} index=1 text commands
  local -a program=("${COMP_WORDS[0]}")
  COMPREPLY=()
  while :; do
    text=$("${program[@]}" --help 2>/dev/null) || return
    commands=$(_dimma_commands <<<"$text")
    [ -n "$commands" ] && [[ $current != -* || $index -lt $COMP_CWORD ]] || break
    if [ "$index" -ge "$COMP_CWORD" ]; then
      mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
      return
    fi
    grep -qxF -e "${COMP_WORDS[index]}" <<<"$commands" || break
    program+=("${COMP_WORDS[index]}")
    index=$((index + 1))
  done
  case $current in
    --dimma-* | -ORB*)
      mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" --dimma-help 2>/dev/null | _dimma_options)" -- "$current") ;;
    -*) mapfile -t COMPREPLY < <(compgen -W "$(_dimma_options <<<"$text")" -- "$current") ;;
    *) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
  esac
}

complete -o filenames -F _dimma dimma dimma-idl dimma-naming dimma-bench
