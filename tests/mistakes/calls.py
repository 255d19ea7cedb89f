"""Mistakes with references, and calls that go wrong."""

import socket
import threading

from servers import free_port
from trial import mistake


def call(laboratory, reference, *words, program='desk_client'):
    return laboratory.run(program, reference, *(words or ('greet', 'world')))


def at(laboratory, key, name='desk'):
    """The corbaloc URL of a key at the server of that name."""
    return f'corbaloc::127.0.0.1:{laboratory.port_of(laboratory.desk(name))}/{key}'


def published(laboratory):
    return laboratory.desk('published', 'desk_server', 'iiop://127.0.0.1:0', '--publish', 'Desk')


@mistake('references', 'a port where nobody listens', what='connection refused', where='connect to tcp:127.0.0.1:',
         remedy='it has ended, or has another address')
def wrong_port(laboratory):
    return call(laboratory, f'corbaloc::127.0.0.1:{free_port()}/Desk')


@mistake('references', 'a host that does not exist', what='the name does not resolve', where='tcp:no-such-host.invalid:2809')
def wrong_host(laboratory):
    return call(laboratory, 'corbaloc::no-such-host.invalid:2809/Desk')


@mistake('references', 'a reference that was cut in the middle of an octet', what='ends in the middle of an octet', where='reference "IOR:',
         remedy='was it cut when it was copied?')
def odd_digits(laboratory):
    return call(laboratory, 'IOR:010000000d00000049444c3a4465736b3a312e3000000000010000000')


@mistake('references', 'a reference that was cut', what='exceeds the remaining data', where='reference "IOR:', remedy='was it cut when it was copied?')
def cut_reference(laboratory):
    return call(laboratory, 'IOR:010000000d00000049444c3a4465736b3a312e3000000000010000000000')


@mistake('references', 'a file name without file://', what='unknown scheme', where='object URL "desk.ior": at character 1',
         remedy='expected "IOR:", "corbaloc:", "corbaname:" or "file://"')
def bare_file_name(laboratory):
    return call(laboratory, 'desk.ior')


@mistake('references', 'a file that is not there', what='No such file or directory', where='file "none.ior"')
def missing_file(laboratory):
    return call(laboratory, 'file://none.ior')


@mistake('references', 'the file of a server that has not started', what='no reference found', where='file "empty.ior"',
         remedy='has the server that writes it ended with an error?')
def empty_file(laboratory):
    return call(laboratory, f'file://{laboratory.write("empty.ior", "")}')


@mistake('references', 'corbaloc with one colon', what='unknown protocol "127.0.0.1"', where='at character 10',
         remedy='"corbaloc::host:port/key"')
def one_colon(laboratory):
    return call(laboratory, 'corbaloc:127.0.0.1:2809/Desk')


@mistake('references', 'a key that is off by a letter', what='no object with the key', where="'Desks'", remedy="did you mean 'Desk'?")
def near_key(laboratory):
    published(laboratory)
    return call(laboratory, at(laboratory, 'Desks', 'published'))


@mistake('references', 'corbaloc without a key', what="no object with the key ''", where='this server', remedy='it has published Desk')
def no_key(laboratory):
    published(laboratory)
    return call(laboratory, at(laboratory, '', 'published').rstrip('/'))


@mistake('references', 'a key at a server that has published none', what='no object with the key', where="'Desk'", remedy='dimma::publish')
def key_of_nobody(laboratory):
    return call(laboratory, at(laboratory, 'Desk'))


@mistake('references', 'a transient reference of an earlier run', what='was made by an ORB that has ended', where='the reference is transient',
         remedy='get a new one, or use references that last')
def stale_reference(laboratory):
    port = free_port()
    old = laboratory.desk('earlier', 'desk_server', f'iiop://127.0.0.1:{port}')
    laboratory.end('earlier')
    laboratory.desk('later', 'desk_server', f'iiop://127.0.0.1:{port}')
    return call(laboratory, old)


@mistake('calls', 'an exception of C++ in a servant, at the client', what='the servant threw std::runtime_error: the drawer is locked',
         where='CORBA::UNKNOWN')
def servant_throws(laboratory):
    return call(laboratory, laboratory.desk(), 'fail', 'text')


@mistake('calls', 'the same in the log of the server', what='threw std::runtime_error: the drawer is locked',
         where="operation 'fail' of object ", remedy='gets CORBA::UNKNOWN')
def servant_throws_in_log(laboratory):
    call(laboratory, laboratory.desk(), 'fail', 'text')
    return laboratory.logged('desk', 'std::runtime_error')


@mistake('calls', 'a servant that runs out of memory', what='the servant threw std::bad_alloc', where='CORBA::NO_MEMORY')
def servant_without_memory(laboratory):
    return call(laboratory, laboratory.desk(), 'fail', 'memory')


@mistake('calls', 'a deadline that is too short', what='no reply before the deadline', where='hold(): connection to shm:',
         remedy='the deadline is 50ms, set by the QoS')
def short_deadline(laboratory):
    desk = laboratory.desk()
    printed = call(laboratory, desk, 'hold', '--dimma-qos', 'deadline=50ms')
    laboratory.run('desk_client', desk, 'release', status=0)
    return printed


@mistake('calls', 'a forgotten activate(), at the client', what='no reply before the deadline', where='greet(): connection to shm:')
def never_activated(laboratory):
    desk = laboratory.desk('held', 'desk_server', 'iiop://127.0.0.1:0', '--forget-activate')
    return call(laboratory, desk, 'greet', 'world', '--dimma-qos', 'deadline=50ms')


@mistake('held', 'a forgotten activate(), in the log of the server', what="one of them for 'greet', have waited 5 s",
         where='(of RootPOA), which is in HOLDING', remedy='call activate() to serve them')
def never_activated_in_log(laboratory):
    never_activated(laboratory)
    return laboratory.logged('held', 'HOLDING')


def drifted(laboratory, *words, status=1):
    laboratory.write('drift.idl', 'interface Desk { string greet(in string name, in long times); void stroe(in string text);\n'
                                  '  void release(out long count); void store(); };\n')
    return laboratory.run('dimma', 'call', laboratory.desk(), *words, '--idl', 'drift.idl', status=status)


@mistake('calls', "arguments more than the server's IDL has, in its log", what='6 octets more than the operation', where="a request for 'greet'",
         remedy='client and server have different IDL')
def arguments_left(laboratory):
    drifted(laboratory, 'greet', '"world"', '3', status=0)
    return laboratory.logged('desk', 'octets more than')


@mistake('calls', "arguments fewer than the server's IDL has", what='unexpected end of data', where='the arguments of store()',
         remedy="client and server have different IDL")
def arguments_missing(laboratory):
    return drifted(laboratory, 'store')


@mistake('calls', "results fewer than the client's IDL has", what='unexpected end of data', where='the results of release()',
         remedy="client and server have different IDL")
def results_missing(laboratory):
    return drifted(laboratory, 'release')


@mistake('calls', "an operation that the server's IDL does not have", what='the object has no operation', where='stroe',
         remedy="client and server have different IDL")
def unknown_operation(laboratory):
    return drifted(laboratory, 'stroe', '"text"')


@mistake('limits', "a request above the client's own limit", what='is above the limit of 1000000 octets', where='a message of 1000001 octets',
         remedy='--dimma-max-message')
def above_own_limit(laboratory):
    return call(laboratory, laboratory.desk(), 'store', '3000000', '--dimma-max-message', '1000000')


def limited(laboratory):
    return laboratory.desk('limited', 'desk_server', 'iiop://127.0.0.1:0', '--dimma-max-message', '1000000')


@mistake('limits', "a request above the server's limit, over TCP", what='the server answered MessageError', where='connection to tcp:127.0.0.1:',
         remedy='--dimma-max-message; see its log')
def above_limit_of_server(laboratory):
    return call(laboratory, limited(laboratory), 'store', '1000100', '--dimma-qos', 'transport=tcp')


@mistake('limits', "a request far above the server's limit, over shared memory", what='the server has closed the connection', where='connection to shm:',
         remedy='--dimma-max-message; see its log')
def far_above_limit_of_server(laboratory):
    return call(laboratory, limited(laboratory), 'store', '3000000')


@mistake('limits', 'a request above the limit, in the log of the server', what='a message of 1000216 octets, above the limit', where='the connection with tcp:127.0.0.1:',
         remedy='--dimma-max-message')
def above_limit_in_log(laboratory):
    call(laboratory, limited(laboratory), 'store', '1000100', '--dimma-qos', 'transport=tcp')
    return laboratory.logged('limited', '1000216 octets, above the limit')


def answering(octets):
    """The port of a peer that reads, sends these octets in reply to the first read, and ends the connection."""
    listener = socket.create_server(('127.0.0.1', 0))

    def answer():
        with listener, listener.accept()[0] as peer:
            peer.recv(65536)
            peer.sendall(octets)
            peer.shutdown(socket.SHUT_WR)
            while peer.recv(65536):
                pass
    threading.Thread(target=answer, daemon=True).start()
    return listener.getsockname()[1]


@mistake('protocols', 'a client that calls a server of HTTP', what='HTTP', where='connection to tcp:127.0.0.1:')
def calls_http(laboratory):
    port = answering(b'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    return call(laboratory, f'corbaloc::127.0.0.1:{port}/Desk')


@mistake('protocols', 'a client that calls a server which speaks first, as SSH does', what='SSH', where='connection to tcp:127.0.0.1:')
def calls_ssh(laboratory):
    port = answering(b'SSH-2.0-OpenSSH_9.2p1\r\n')
    return call(laboratory, f'corbaloc::127.0.0.1:{port}/Desk')


@mistake('protocols', 'a server that ends the connection without a word', what='closed by the peer', where='connection to tcp:127.0.0.1:',
         remedy='see its log')
def ended_without_word(laboratory):
    return call(laboratory, f'corbaloc::127.0.0.1:{answering(b"")}/Desk')


@mistake('protocols', 'a browser that asks a server of GIOP, in its log', what='the peer speaks HTTP, not GIOP', where='the connection with tcp:127.0.0.1:')
def http_to_server(laboratory):
    with socket.create_connection(('127.0.0.1', laboratory.port_of(laboratory.desk())), 30) as peer:
        peer.sendall(b'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
        while peer.recv(4096):
            pass
    return laboratory.logged('desk', 'HTTP')


def misuse(name, program, what, where, remedy=''):
    @mistake('interfaces', name, what, where, remedy)
    def made(laboratory):
        return laboratory.run('desk_misuse', program)


misuse('a call by a nil reference', 'call_nil', 'on a nil reference', 'an operation was called', 'narrow() returns one if the object is of another type')
misuse('narrow() to another interface, and a call', 'narrow_other', 'on a nil reference', 'an operation was called',
       'narrow() returns one if the object is of another type')
misuse('RootPOA misspelt', 'misspell_initial', 'there is no initial reference', "'RootPoa'", "did you mean 'RootPOA'?")
misuse('NameService without an option that says where', 'resolve_naming', 'there is no initial reference', "'NameService'",
       '-ORBInitRef NameService=URL')
misuse('a servant activated twice', 'activate_twice', 'incarnates another object', 'of POA RootPOA', 'create the POA with MULTIPLE_ID')
misuse('a servant that is nil', 'activate_nothing', 'is nil', 'the servant to be activated', 'CORBA::make_reference<Class>() makes one')
misuse('an object id of its own in RootPOA', 'choose_id', 'the object id was not assigned', 'by POA RootPOA', 'create a POA with USER_ID')
misuse('a POA made twice', 'reuse_poa_name', "already has a child 'desks'", 'POA RootPOA', 'find_POA() returns it')
misuse('a call after the ORB was destroyed', 'call_after_destroy', 'has been destroyed', 'the ORB')
misuse('a string with a zero in it', 'send_zero', 'an IDL string cannot contain a null character', 'at index 3')
