"""Mistakes at the start of a program: its addresses, its options, its QoS."""

import contextlib
import socket

from servers import free_port
from trial import mistake

ADDRESS = 'iiop://127.0.0.1:0'


def refused(laboratory, *options):
    return laboratory.run('desk_server', *options)


@mistake('starting', 'a port that another process has', what='Address already in use', where='listen at tcp:127.0.0.1:',
         remedy="'ss -ltnp' shows it")
def port_in_use(laboratory):
    address = laboratory.naming()
    return refused(laboratory, '--dimma-endpoint', f'iiop://{address}')


@mistake('starting', 'an address of another machine', what='Cannot assign requested address', where='listen at tcp:192.0.2.99:0',
         remedy='--dimma-publish sets a different one in references')
def foreign_address(laboratory):
    return refused(laboratory, '--dimma-endpoint', 'iiop://192.0.2.99:0')


@mistake('starting', 'a port above 65535', what="'99999' is not a port number", where='--dimma-endpoint', remedy='from 0 to 65535')
def large_port(laboratory):
    return refused(laboratory, '--dimma-endpoint', 'iiop://127.0.0.1:99999')


@mistake('starting', 'an endpoint without its scheme', what="'127.0.0.1:2809' is neither", where='--dimma-endpoint',
         remedy='iiop://host:port nor ssliop://host:port')
def endpoint_without_scheme(laboratory):
    return refused(laboratory, '--dimma-endpoint', '127.0.0.1:2809')


@mistake('starting', 'too few descriptors for a server to begin with', what='Too many open files', where='listen at ',
         remedy='ulimit -n')
def few_descriptors(laboratory):
    return laboratory.run('bash', '-c', f'ulimit -n 10; exec {laboratory.programs}/desk_server --dimma-endpoint {ADDRESS}')


@mistake('starting', 'too few descriptors for the clients of a server', what='Too many open files', where='the endpoint tcp:127.0.0.1:',
         remedy='ulimit -n')
def descriptors_used_up(laboratory):
    port = free_port()
    address = f'iiop://127.0.0.1:{port}'
    laboratory.start('crowded', ['bash', '-c', f'ulimit -n 40; exec {laboratory.programs}/desk_server --dimma-endpoint {address}'], address)
    with contextlib.ExitStack() as clients:
        for _ in range(60):
            clients.enter_context(socket.create_connection(('127.0.0.1', port)))
        return laboratory.logged('crowded', 'cannot accept')


@mistake('options', 'an option that is misspelt', what='unknown option of the ORB', where='--dimma-endpiont',
         remedy='did you mean --dimma-endpoint?')
def misspelt_option(laboratory):
    return refused(laboratory, '--dimma-endpiont', ADDRESS)


@mistake('options', 'an option without its value', what='the value is missing', where='--dimma-endpoint')
def option_without_value(laboratory):
    return refused(laboratory, '--dimma-endpoint')


@mistake('options', 'a time with an unknown unit', what="'5x' is not a time", where='--dimma-idle', remedy='as 500ms, 180s or 5m')
def wrong_unit(laboratory):
    return refused(laboratory, '--dimma-idle', '5x')


@mistake('options', 'an initial reference without a URL', what="'NameService' is not", where='-ORBInitRef', remedy='NAME=URL')
def initial_reference_without_url(laboratory):
    return refused(laboratory, '-ORBInitRef', 'NameService')


@mistake('options', 'a config file with a misspelt option', what="'idel' is not an option of the ORB", where='desk.conf:1:1',
         remedy='did you mean idle?')
def misspelt_in_file(laboratory):
    return refused(laboratory, '--dimma-config', laboratory.write('desk.conf', 'idel = 5s\n'))


@mistake('options', 'a config file that is not there', what='No such file or directory', where='--dimma-config: none.conf')
def missing_config(laboratory):
    return refused(laboratory, '--dimma-config', 'none.conf')


@mistake('options', 'transport=tls in a program without TLS', what='the program has no TLS', where="field 'transport'",
         remedy='link it with dimma::tls')
def tls_not_linked(laboratory):
    return laboratory.run('desk_client', laboratory.desk(), 'greet', 'world', '--dimma-qos', 'transport=tls')


@mistake('options', 'an endpoint of TLS in a program without TLS', what='the program has no TLS', where='an ssliop endpoint (--dimma-endpoint)',
         remedy='link it with dimma::tls')
def tls_endpoint_not_linked(laboratory):
    return refused(laboratory, '--dimma-endpoint', 'ssliop://127.0.0.1:0')


@mistake('options', 'an inspector in a program without one', what="cannot be inspected", where='--dimma-inspect', remedy='link it with dimma::inspect')
def inspect_not_linked(laboratory):
    return refused(laboratory, '--dimma-inspect', '127.0.0.1:0')


@mistake('options', 'a collector of traces in a program without tracing', what="cannot export spans", where='--dimma-trace-endpoint',
         remedy='link it with dimma::trace')
def trace_not_linked(laboratory):
    return refused(laboratory, '--dimma-trace-endpoint', 'http://127.0.0.1:4318')


def of_qos(name, qos, what, where, remedy=''):
    """A mistake in --dimma-qos of a client."""
    @mistake('options', f'a QoS with {name}', what, where, remedy)
    def made(laboratory):
        return laboratory.run('desk_client', laboratory.desk(), 'greet', 'world', '--dimma-qos', qos)


of_qos("';' between fields", 'wait=spin;messages=1', "not by ';'", "field 'wait' at column 10", "separated by ','")
of_qos('a misspelt field', 'mesages=1', 'there is no such field', "field 'mesages' at column 1", "did you mean 'messages'?")
of_qos('a misspelt value', 'wait=spinn', "'spinn' is not one of its values", "field 'wait' at column 6", "did you mean 'spin'?")
of_qos('a duration without unit', 'deadline=5', "'5' is not a duration", "field 'deadline' at column 10", 'a unit (ns, us, ms, s, m or h)')
of_qos('a limit of 0', 'messages=0', 'a limit of 0', "field 'messages'", 'within 1 to 1000000')
of_qos('fields that contradict each other', 'processing=nullTask', 'allows one call in progress at a time', "field 'messages'",
       'use messages=1')
of_qos('a transport that the reference does not offer', 'transport=udp', 'the reference has no profile of flow', "field 'transport'")
