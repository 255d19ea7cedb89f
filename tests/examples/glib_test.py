#!/usr/bin/env python3
"""glib_test.py --bin DIR: a server in GLib's main loop, whose timer ticks while two clients call."""

from programs import Programs, folder_of_programs, require

TICKS = 20


def main():
    folder, is_sanitized = folder_of_programs()
    with Programs(folder) as programs:
        server = programs.start('glib_server')
        ticker = server.await_line('IOR:')
        clients = [programs.start('glib_client', ticker, str(TICKS)) for _ in range(2)]
        for client in clients:
            said = client.ends()
            require(len(said) == 1 and int(said[0].removeprefix('ticks: ')) >= TICKS, said)
        threads = server.threads()
        require(is_sanitized or not any(name.startswith('dimma') for name in threads), threads)
        server.process.terminate()
        require(server.ends() == [ticker], server.lines)


main()
