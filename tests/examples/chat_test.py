#!/usr/bin/env python3
"""chat_test.py --bin DIR: a conversation in the chat, in which one member leaves and one is killed."""

from programs import Programs, folder_of_programs, require


def check_that_each_has_one_thread(*programs):
    for program in programs:
        threads = program.threads()
        require(len(threads) == 1, f'{program.name} has threads: {threads}')


def converse(programs, is_sanitized):
    server = programs.start('chat_server')
    room = server.await_line('IOR:')
    alice = programs.start('chat_client', room, 'alice')
    alice.await_line('* you are here')
    alice.say('/wait bob has come', 'hello bob', '/wait bob: hello alice', 'how are you?')
    bob = programs.start('chat_client', room, 'bob')
    bob.await_line('* alice is here')
    bob.say('/wait alice: hello', 'hello alice', '/wait how are you')
    alice.await_line('alice: how are you?')
    if not is_sanitized:
        check_that_each_has_one_thread(server, alice, bob)

    impostor = programs.start('chat_client', room, 'alice')
    impostor.end_of_input()
    require('chat_client: somebody of that name is there already' in impostor.ends(1), impostor.lines)

    bob.end_of_input()
    alice.await_line('* bob has gone')
    require(bob.ends() == ['* alice is here', '* you are here', 'alice: hello bob', 'bob: hello alice',
                           'alice: how are you?'], bob.lines)

    carol = programs.start('chat_client', room, 'carol')
    alice.await_line('* carol has come')
    carol.kill()
    alice.say('carol?')
    alice.await_line('* carol is lost')
    alice.end_of_input()
    require(alice.ends() == ['* you are here', '* bob has come', 'alice: hello bob', 'bob: hello alice',
                             'alice: how are you?', '* bob has gone', '* carol has come', 'alice: carol?',
                             '* carol is lost'], alice.lines)
    server.process.terminate()
    # A warning may be about carol's connection: the time at which she was killed decides how it ended.
    said, *warnings = server.ends()
    require(said == room and len(warnings) <= 1, server.lines)
    require(all('the connection with' in warning for warning in warnings), server.lines)


def main():
    folder, is_sanitized = folder_of_programs()
    with Programs(folder) as programs:
        converse(programs, is_sanitized)


main()
