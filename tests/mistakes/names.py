"""Mistakes with the naming service and with the commands."""

from servers import free_port
from trial import mistake


def naming(laboratory, *words, status=1):
    return laboratory.run('dimma', 'naming', *words, '--service', laboratory.naming(), status=status).replace(laboratory.naming(), 'HOST:PORT')


def bound(laboratory):
    """Makes a context `lab` with a name `desk`."""
    if 'bound' not in laboratory.started:
        naming(laboratory, 'mkdir', 'lab', status=0)
        naming(laboratory, 'bind', 'lab/desk', laboratory.desk(), status=0)
        laboratory.started['bound'] = None


def by_name(laboratory, name):
    bound(laboratory)
    printed = laboratory.run('desk_client', f'corbaname::{laboratory.naming()}#{name}', 'greet', 'world')
    return printed.replace(laboratory.naming(), 'HOST:PORT')


@mistake('naming', 'a naming service that does not run', what='was not reached', where='the naming service 127.0.0.1:',
         remedy='it has ended, or has another address')
def no_service(laboratory):
    return laboratory.run('dimma', 'naming', 'list', '--service', f'127.0.0.1:{free_port()}', status=3)


@mistake('naming', 'a name that is not bound, in a URL', what='a part of the name is not bound', where="at 'dsk'", remedy="'dimma naming tree' lists")
def name_not_bound(laboratory):
    return by_name(laboratory, 'lab/dsk')


@mistake('naming', 'a context that is missing, in a URL', what='a part of the name is not bound', where="at 'lob'", remedy="'dimma naming tree' lists")
def context_not_bound(laboratory):
    return by_name(laboratory, 'lob/desk')


@mistake('naming', 'a name behind an object, in a URL', what='a part of the name is not a context', where="at 'desk'", remedy="'dimma naming tree' lists")
def object_as_context(laboratory):
    return by_name(laboratory, 'lab/desk/more')


@mistake('naming', 'the name of a context for that of an object', what='on a nil reference', where='an operation was called',
         remedy='narrow() returns one if the object is of another type')
def context_for_object(laboratory):
    return by_name(laboratory, 'lab')


@mistake('naming', 'a server without names for a naming service', what='no object with the key', where="'NameService'")
def no_naming_service(laboratory):
    port = laboratory.port_of(laboratory.desk())
    return laboratory.run('desk_client', f'corbaname::127.0.0.1:{port}#lab/desk', 'greet', 'world')


@mistake('naming', 'a name in a context that is missing', what='nothing is bound as "none"', where='in the root context ("none/desk")',
         remedy='makes the contexts that are missing')
def bind_without_context(laboratory):
    return naming(laboratory, 'bind', 'none/desk', laboratory.desk())


@mistake('naming', 'a name that is bound already', what='is already bound', where='"lab/desk"', remedy='use rebind')
def bind_twice(laboratory):
    bound(laboratory)
    return naming(laboratory, 'bind', 'lab/desk', laboratory.desk())


@mistake('naming', 'a name to be resolved that is not bound', what='nothing is bound as "dsk"', where='in "lab"')
def resolve_unbound(laboratory):
    bound(laboratory)
    return naming(laboratory, 'resolve', 'lab/dsk')


@mistake('naming', 'a context with names to be removed', what='is not empty', where='the context "lab"', remedy='--recursive')
def remove_full_context(laboratory):
    bound(laboratory)
    return naming(laboratory, 'rm', 'lab')


@mistake('naming', 'a store in a file that is no database', what='file is not a database', where='the store text.db',
         remedy='restore it from a copy, or use another file')
def store_of_text(laboratory):
    laboratory.write('text.db', 'some text that somebody has written, and no database\n')
    return laboratory.run('dimma-naming', '--store', 'text.db')


@mistake('naming', 'a store that another process has', what='it is already open in another process', where='the store ', remedy='use another file')
def store_in_use(laboratory):
    laboratory.naming()
    return laboratory.run('dimma-naming', '--store', 'names.db', '--listen', '127.0.0.1:0')


@mistake('naming', 'a store in a folder that is not there', what='No such file or directory', where='the store none/names.db')
def store_without_folder(laboratory):
    return laboratory.run('dimma-naming', '--store', 'none/names.db', '--listen', '127.0.0.1:0')


@mistake('naming', 'a port that is not a number', what="'12x' is not a port number", where="--listen: '127.0.0.1:12x'",
         remedy='from 0 to 65535')
def wrong_port(laboratory):
    return laboratory.run('dimma-naming', '--store', ':memory:', '--listen', '127.0.0.1:12x', status=2)


@mistake('naming', 'a misspelt option of the naming service', what='is not an option of dimma-naming', where="'--stroe'", remedy='did you mean --store?')
def wrong_option(laboratory):
    return laboratory.run('dimma-naming', '--stroe', 'names.db', status=2)


def command(name, words, what, where, remedy=''):
    @mistake('commands', name, what, where, remedy)
    def made(laboratory):
        laboratory.write('small.idl', 'interface Desk { string greet(in string name); };\n')
        given = [laboratory.desk() if word == 'DESK' else word for word in words.split()]
        return laboratory.run('dimma', *given, status=2)


command('a misspelt command', 'pong DESK', "there is no command 'pong'", "'pong'", "did you mean 'ping'?")
command('a misspelt command of another', 'naming lsit', "there is no command 'lsit'", "'lsit'", "did you mean 'list'?")
command('a misspelt operation', 'call DESK gret "x" --idl small.idl', 'has no operation gret', 'the interface Desk', 'it has greet')
command('text without quotes', 'call DESK greet x --idl small.idl', 'not JSON', 'argument 1', 'a string needs double quotes')
command('an argument too few', 'call DESK greet --idl small.idl', 'takes 1 argument', 'the operation greet', '(string name)')
command('a call without an interface', 'call DESK greet "x"', 'is needed to know the parameters', '--idl FILE', '--repository')
command('a reference in a file that is not there', 'ping none.ior', 'nor a readable file (No such file or directory)', "'none.ior'", 'IOR:, corbaloc:, corbaname:')
