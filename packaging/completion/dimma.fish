# Completion of dimma's commands for fish: dimma, dimma-idl, dimma-naming and dimma-bench. The words and their
# descriptions are those that the installed program's --help lists, and --dimma-help for options of the ORB.

# Prints WORD<tab>DESCRIPTION for each command that a help text on standard input lists.
function __dimma_commands
    awk '/^(commands|experiments .*):$/ { listing = 1; next } /^$/ { listing = 0 }
         listing { word = $1; sub(/^ *[^ ]+ +/, ""); print word "\t" $0 }'
end

# Prints WORD<tab>DESCRIPTION for each option that a help text on standard input lists.
function __dimma_options
    awk 'function put(  i) { sub(/ +$/, "", text); for (i = 1; i <= count; ++i) print words[i] "\t" text; count = 0 }
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
end

function __dimma_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program $words[1]
    set -e words[1]
    set -l text
    while true
        set text ($program --help 2>/dev/null); or return
        set -l found (printf '%s\n' $text | __dimma_commands)
        test (count $found) -gt 0; or break
        if test (count $words) -eq 0
            if not string match -q -- '-*' $current
                printf '%s\n' $found
                return
            end
            break
        end
        string match -q -- "$words[1]"\t'*' $found; or break
        set -a program $words[1]
        set -e words[1]
    end
    switch $current
        case '--dimma-*' '-ORB*'
            $program[1] --dimma-help 2>/dev/null | __dimma_options
        case '-*'
            printf '%s\n' $text | __dimma_options
        case '*'
            __fish_complete_path $current
    end
end

complete -c dimma -c dimma-idl -c dimma-naming -c dimma-bench -f -a '(__dimma_complete)'
