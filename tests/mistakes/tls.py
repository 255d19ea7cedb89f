"""Mistakes with TLS: certificates, keys, authorities, and ports."""

import socket

from trial import mistake

NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']


def files(laboratory):
    """Makes two authorities; certificates that are valid, for another host, and expired; a key with a passphrase."""
    if 'files' in laboratory.started:
        return
    laboratory.started['files'] = None
    for name in ('ca', 'other'):
        openssl(laboratory, 'req', '-x509', *NEW_KEY, '-days', '90', '-subj', f'/CN={name}', '-keyout', f'{name}.key', '-out', f'{name}.pem')
    for name, subject, days in (('good', 'IP:127.0.0.1', '90'), ('elsewhere', 'DNS:plant.example', '90'), ('old', 'IP:127.0.0.1', '-1')):
        openssl(laboratory, 'req', *NEW_KEY, '-subj', f'/CN={name}', '-addext', f'subjectAltName={subject}', '-keyout', f'{name}.key',
                '-out', f'{name}.csr')
        openssl(laboratory, 'x509', '-req', '-in', f'{name}.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-days', days,
                '-copy_extensions', 'copy', '-out', f'{name}.pem')
    openssl(laboratory, 'ec', '-in', 'good.key', '-aes128', '-passout', 'pass:open sesame', '-out', 'locked.key')
    laboratory.write('passphrase', 'open barley\n')


def openssl(laboratory, *words):
    laboratory.run('openssl', *words, status=0)


def server_refused(laboratory, *options):
    files(laboratory)
    return laboratory.run('tls_desk_server', '--dimma-endpoint', 'ssliop://127.0.0.1:0', *options)


@mistake('tls', 'a server of TLS without a certificate', what='a tls server needs a certificate', where='an ssliop endpoint (--dimma-endpoint)',
         remedy='--dimma-tls-certificate FILE')
def no_certificate(laboratory):
    return server_refused(laboratory)


@mistake('tls', 'a certificate that is not there', what='No such file or directory', where="'none.pem'", remedy='--dimma-tls-certificate')
def missing_certificate(laboratory):
    return server_refused(laboratory, '--dimma-tls-certificate', 'none.pem')


@mistake('tls', 'a key for a certificate', what='no certificate in PEM form', where="'good.key'", remedy='--dimma-tls-certificate')
def key_as_certificate(laboratory):
    return server_refused(laboratory, '--dimma-tls-certificate', 'good.key', '--dimma-tls-key', 'good.key')


@mistake('tls', 'a certificate without its key', what='no private key in PEM form', where="'good.pem'", remedy='--dimma-tls-key FILE')
def no_key(laboratory):
    return server_refused(laboratory, '--dimma-tls-certificate', 'good.pem')


@mistake('tls', 'the key of another certificate', what='not the key of the certificate', where="'old.key'", remedy="'good.pem'")
def foreign_key(laboratory):
    return server_refused(laboratory, '--dimma-tls-certificate', 'good.pem', '--dimma-tls-key', 'old.key')


@mistake('tls', 'a locked key without a passphrase', what='the private key is encrypted', where="'locked.key'",
         remedy='--dimma-tls-passphrase-file FILE')
def no_passphrase(laboratory):
    return server_refused(laboratory, '--dimma-tls-certificate', 'good.pem', '--dimma-tls-key', 'locked.key')


@mistake('tls', 'a wrong passphrase', what='the passphrase is wrong', where="'locked.key'", remedy='--dimma-tls-passphrase-file FILE')
def wrong_passphrase(laboratory):
    return server_refused(laboratory, '--dimma-tls-certificate', 'good.pem', '--dimma-tls-key', 'locked.key',
                          '--dimma-tls-passphrase-file', 'passphrase')


def port_of(laboratory, certificate='good', *options):
    files(laboratory)
    name = f'tls-{certificate}-{len(options)}'
    return laboratory.port_of(laboratory.desk(name, 'tls_desk_server', 'ssliop://127.0.0.1:0', '--publish', 'Desk',
                                              '--dimma-tls-certificate', f'{certificate}.pem', '--dimma-tls-key', f'{certificate}.key',
                                              *options))


def call(laboratory, port, *options, program='tls_desk_client', scheme='ssliop'):
    return laboratory.run(program, f'corbaloc:{scheme}:127.0.0.1:{port}/Desk', 'greet', 'world', *options)


@mistake('tls', 'a client that names no authorities', what="the peer's certificate was rejected", where='connect to tls:127.0.0.1:',
         remedy='--dimma-tls-authorities')
def no_authorities(laboratory):
    return call(laboratory, port_of(laboratory))


@mistake('tls', 'a client that trusts another authority', what="the peer's certificate was rejected", where='connect to tls:127.0.0.1:',
         remedy='--dimma-tls-authorities')
def other_authority(laboratory):
    return call(laboratory, port_of(laboratory), '--dimma-tls-authorities', 'other.pem')


@mistake('tls', 'a certificate that has expired', what='certificate has expired', where='connect to tls:127.0.0.1:', remedy='the peer needs a new certificate')
def expired(laboratory):
    return call(laboratory, port_of(laboratory, 'old'), '--dimma-tls-authorities', 'ca.pem')


@mistake('tls', 'a certificate for another host', what="the peer's certificate is not for 127.0.0.1", where='connect to tls:127.0.0.1:',
         remedy='but for plant.example')
def other_host(laboratory):
    return call(laboratory, port_of(laboratory, 'elsewhere'), '--dimma-tls-authorities', 'ca.pem')


@mistake('tls', 'a client without the certificate that is required', what='the server requires a client certificate',
         where='connection to tls:127.0.0.1:', remedy='--dimma-tls-certificate FILE')
def no_client_certificate(laboratory):
    port = port_of(laboratory, 'good', '--dimma-tls-authorities', 'ca.pem', '--dimma-tls-clients', 'required')
    printed = call(laboratory, port, '--dimma-tls-authorities', 'ca.pem', '--dimma-log', 'off')
    return printed


@mistake('tls', 'TLS spoken to a plain port', what='the peer speaks GIOP without TLS', where='connect to tls:127.0.0.1:')
def tls_to_plain(laboratory):
    return call(laboratory, laboratory.port_of(laboratory.desk()))


@mistake('tls', 'transport=tls for a server without TLS', what='tls is not offered', where="field 'transport'", remedy='the reference offers shm and unix and tcp')
def tls_not_offered(laboratory):
    return laboratory.run('tls_desk_client', laboratory.desk(), 'greet', 'world', '--dimma-qos', 'transport=tls')


@mistake('tls', 'a reference with TLS in a program without it', what='the program has no TLS', where="field 'transport'", remedy='link it with dimma::tls')
def program_without_tls(laboratory):
    return call(laboratory, port_of(laboratory), program='desk_client')


@mistake('tls', 'a plain call of a port with TLS', what='closed by the peer', where='connection to tcp:127.0.0.1:', remedy='corbaloc:ssliop: is for TLS')
def plain_to_tls(laboratory):
    return call(laboratory, port_of(laboratory), program='desk_client', scheme='')


@mistake('tls', 'the same in the log of the server', what='the peer speaks GIOP without TLS', where='TLS handshake with tls:127.0.0.1:')
def plain_to_tls_in_log(laboratory):
    call(laboratory, port_of(laboratory), program='desk_client', scheme='')
    return laboratory.logged('tls-good-0', 'GIOP')


@mistake('tls', 'HTTP spoken to a port with TLS, in the log of the server', what='the peer speaks HTTP', where='TLS handshake with tls:127.0.0.1:')
def http_to_tls(laboratory):
    with socket.create_connection(('127.0.0.1', port_of(laboratory)), 30) as peer:
        peer.sendall(b'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
        while peer.recv(4096):
            pass
    return laboratory.logged('tls-good-0', 'HTTP')
