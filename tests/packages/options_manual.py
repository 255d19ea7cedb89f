"""Makes the manual page dimma-options(7) from the output of --dimma-help: options_manual.py PROGRAM >
packaging/man/dimma-options.7, where PROGRAM is any program with an ORB."""

import re
import subprocess
import sys

HEAD = r'''.TH DIMMA\-OPTIONS 7 "2026" "dimma" "CORBA options"
.SH NAME
dimma\-options \- options of programs that have an ORB of dimma
.SH SYNOPSIS
.I PROGRAM
.RB [ \-\-dimma\-\fINAME\fR " " \fIVALUE\fR ...]
.SH DESCRIPTION
.B CORBA::ORB_init
takes these options out of the arguments of every program that is made with dimma, among them
.BR dimma (1)
and
.BR dimma\-naming (1).
The program itself prints them with
.BR \-\-dimma\-help .
The default is in parentheses.
.PP
'''
TAIL = r'''.SH SEE ALSO
.BR dimma (1),
.BR dimma\-naming (1)
'''


def roff(text):
    """The text escaped for roff."""
    return re.sub(r'(?m)^([.\'])', r'\\&\1', text.replace('\\', r'\e').replace('-', r'\-').replace("'", r'\(aq'))


def page_of(text):
    """The page; `text` is the output of --dimma-help."""
    introduction, *sections = re.split(r'(?m)^(?=[A-Z][\w ]+:$)', text)
    page = HEAD + roff(introduction).strip('\n').replace('\n\n', '\n.PP\n') + '\n'
    for section in sections:
        title, _, options = section.strip('\n').partition(':\n')
        page += f'.SH {title.upper()}\n'
        for line in options.split('\n'):
            if line.startswith('  -'):
                name, _, rest = line.strip().partition(' ')
                page += f'.TP\n.BR "{roff(name)}" " {roff(rest)}"\n' if rest else f'.TP\n.B {roff(name)}\n'
            else:
                page += roff(line.strip()) + '\n'
    return page + TAIL


if __name__ == '__main__':
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(page_of(subprocess.run([sys.argv[1], '--dimma-help'], check=True, text=True, stdout=subprocess.PIPE, timeout=60).stdout), end='')
