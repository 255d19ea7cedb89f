"""Mistakes in IDL, and with the IDL compiler."""

from trial import mistake


def wrong_idl(name, text, what, where, remedy='', status=1):
    @mistake('idl', name, what, where, remedy)
    def made(laboratory):
        return laboratory.run('dimma-idl', '--syntax-only', laboratory.write('desk.idl', text + '\n'), status=status)


wrong_idl("';' missing after an operation", 'interface Desk {\n  string greet(in string name)\n};', "expected ';'", 'desk.idl:2:31', 'after operation')
wrong_idl("';' missing after an interface", 'interface Desk {\n  string greet(in string name);\n}', "expected ';'", 'desk.idl:3:2', 'after the interface')
wrong_idl("'}' missing", 'module Office {\ninterface Desk {\n  string greet(in string name);\n};', "expected '}'", 'desk.idl:4:5',
          "to match this '{'")
wrong_idl('a misspelt keyword', 'interfce Desk { };', 'expected a definition', 'desk.idl:1:1', "did you mean 'interface'?")
wrong_idl('a misspelt type', 'struct Sample { long time; };\ninterface Desk {\n  Sampel last();\n};', "'Sampel' is not declared", 'desk.idl:3:3',
          "did you mean 'Sample'?")
wrong_idl('an included file that is missing', '#include "smaple.idl"\ninterface Desk { };', "cannot find the included file 'smaple.idl'",
          'desk.idl:1:10', 'no directory to search was given with -I')
wrong_idl('a misspelt annotation', 'struct Sample { @kye long time; };', '@kye is unknown', 'desk.idl:1:17', "did you mean '@key'?", status=0)
wrong_idl('a keyword for a name', 'interface Desk {\n  void put(in string sequence);\n};', 'it is a keyword', 'desk.idl:2:22', "write '_sequence'")
wrong_idl('a parameter without a direction', 'interface Desk {\n  string greet(string name);\n};', 'before a parameter', 'desk.idl:2:16',
          "'in', 'out' or 'inout'")
wrong_idl('int', 'interface Desk {\n  int count();\n};', "'int' is not declared", 'desk.idl:2:3', "the IDL type is 'long' or 'int32'")
wrong_idl('bool', 'interface Desk {\n  bool is_open();\n};', "'bool' is not declared", 'desk.idl:2:3', "the IDL type is 'boolean'")
wrong_idl('std::string', 'interface Desk {\n  std::string name();\n};', 'is a type of C++', 'desk.idl:2:3', "the IDL type is 'string'")
wrong_idl('vector', 'interface Desk {\n  void put(in vector<long> values);\n};', "'vector' is not declared", 'desk.idl:2:15',
          "the IDL type is 'sequence<T>'")
wrong_idl('a name that differs from a type only in case', 'typedef sequence<octet> Octets;\ninterface Desk {\n  void put(in Octets octets);\n};',
          'is declared after', 'desk.idl:3:22', 'names that differ only in case are one name in IDL')
wrong_idl('an operation twice, as in C++', 'interface Desk {\n  void put(in long value);\n  void put(in string value);\n};', "redefinition of 'put'",
          'desk.idl:3:8', 'IDL has no overloading')
wrong_idl('throws for raises', 'exception Locked { };\ninterface Desk {\n  void open() throws (Locked);\n};', "found 'throws'", 'desk.idl:3:15',
          'IDL writes raises (Exception)')
wrong_idl('extends for a colon', 'interface Table { };\ninterface Desk extends Table { };', "found 'extends'", 'desk.idl:2:16', "IDL writes ':'")
wrong_idl('a member with a value', 'struct Sample { long time = 4; };', "found '='", 'desk.idl:1:27', '@default(VALUE)')
wrong_idl('the size of an array after the type', 'struct Sample { long[4] values; };', "found '['", 'desk.idl:1:21', 'stands after the name')
wrong_idl('a pointer', 'struct Sample { char* text; };', "found '*'", 'desk.idl:1:21', 'IDL has no pointers')
wrong_idl('an operation without a result', 'interface Desk {\n  greet(in string name);\n};', "found '('", 'desk.idl:2:8', 'void if it has none')
wrong_idl('access in a struct', 'struct Sample { public: long time; };', "found 'public'", 'desk.idl:1:17', 'all members of a struct are public')
wrong_idl('a oneway with a result', 'interface Desk {\n  oneway long greet();\n};', 'a oneway operation', 'desk.idl:2:10', "must return 'void'")
wrong_idl('a struct that holds itself', 'struct Node { Node next; };', "'Node' would hold itself", 'desk.idl:1:15', 'in a sequence or map')
wrong_idl('a comment that is never closed', '/* open\ninterface Desk { };', 'is never closed', 'desk.idl:1:1')


@mistake('idl', 'two files that would give the same output', what="would both generate './desk.hpp'", where='part/desk.idl', remedy='with its own -o')
def one_output(laboratory):
    laboratory.write('desk.idl', 'interface Desk { };\n')
    (laboratory.folder / 'part').mkdir()
    laboratory.write('part/desk.idl', 'interface Desk { };\n')
    return laboratory.run('dimma-idl', 'desk.idl', 'part/desk.idl')


@mistake('idl', 'a file that is not there', what='cannot find file', where="'none.idl'")
def missing_file(laboratory):
    return laboratory.run('dimma-idl', 'none.idl')


@mistake('idl', 'a misspelt option of the IDL compiler', what='unknown option', where="'--outptu'", remedy='see --help')
def wrong_option(laboratory):
    return laboratory.run('dimma-idl', '--outptu', 'folder', 'desk.idl', status=2)


@mistake('idl', 'no file at all', what='no input file', where='dimma-idl', remedy='see --help')
def no_file(laboratory):
    return laboratory.run('dimma-idl', status=2)


@mistake('idl', 'an output folder that cannot be made', what='cannot make the directory', where="'/proc/generated'")
def wrong_folder(laboratory):
    laboratory.write('desk.idl', 'interface Desk { };\n')
    return laboratory.run('dimma-idl', '-o', '/proc/generated', 'desk.idl')
