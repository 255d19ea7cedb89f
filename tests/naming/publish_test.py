#!/usr/bin/env python3
"""publish_test.py --bin DIR SCENARIO: servers that publish themselves by <dimma/naming.hpp>, and their names afterwards."""

import signal
import time

from service_processes import WITHIN_S, require, until
from tool_processes import ToolLaboratory
from scenarios import run_one

LEASE_MS = 1000


def names(laboratory, at, context='/'):
    return laboratory.tool('list', context, service=at)


def await_answering(laboratory, at, name):
    until(f'{name} answers', lambda: laboratory.run('check', name, service=at).returncode == 0)


def check_lease(laboratory):
    """A running server keeps its name for longer than its lease; a killed server loses it."""
    at = laboratory.dimma_naming()
    living = laboratory.publisher(at, 'lab/living.kind', LEASE_MS)
    dying = laboratory.publisher(at, 'lab/dying', LEASE_MS)
    for publisher in [living, dying]:
        publisher.await_line('status published leased')
        publisher.await_line('ready')
    require(sorted(names(laboratory, at, 'lab')) == ['dying', 'living.kind'], names(laboratory, at, 'lab'))
    leases = {entry['name']: entry['lease_ms'] for entry in laboratory.json('list', 'lab', '--long', service=at)}
    require(leases == {'dying': LEASE_MS, 'living.kind': LEASE_MS}, leases)
    dying.kill()
    until('the name of the dead server goes', lambda: names(laboratory, at, 'lab') == ['living.kind'])
    time.sleep(2 * LEASE_MS / 1000)
    require(names(laboratory, at, 'lab') == ['living.kind'], 'a lease was not renewed')
    living.quit()
    require(names(laboratory, at, 'lab') == [], 'a publication that ended left its name')


def check_restart(laboratory):
    """A service that is restarted with its names, and one that is restarted without."""
    for store in [laboratory.store, ':memory:']:
        service = laboratory.service(store=store)
        at = f'127.0.0.1:{laboratory.port}'
        publisher = laboratory.publisher(at, 'a/b/server', LEASE_MS)
        publisher.await_line('ready')
        service.kill()
        publisher.await_line('status renewing')
        time.sleep(LEASE_MS / 1000)
        service = laboratory.service(store=store)
        publisher.await_line('status published leased')
        require(names(laboratory, at, 'a/b') == ['server'], f'{store}: the name is not there')
        await_answering(laboratory, at, 'a/b/server')
        time.sleep(2 * LEASE_MS / 1000)
        require(names(laboratory, at, 'a/b') == ['server'], f'{store}: the name did not stay')
        publisher.quit()
        require(names(laboratory, at, 'a/b') == [], f'{store}: the name is there still')
        service.stop()


def check_lost(laboratory):
    """Others unbind a published name, unbind it with its context, or take it."""
    at = laboratory.dimma_naming()
    publisher = laboratory.publisher(at, 'a/server', LEASE_MS)
    publisher.await_line('ready')
    laboratory.tool('rm', 'a', '--recursive', service=at)
    until('the name returns', lambda: laboratory.run('resolve', 'a/server', service=at).returncode == 0)
    laboratory.tool('rebind', 'a/server', f'corbaloc::{at}/NameService', service=at)
    publisher.await_line('status taken')
    other = laboratory.tool('resolve', 'a/server', service=at)
    time.sleep(2 * LEASE_MS / 1000)
    require(laboratory.tool('resolve', 'a/server', service=at) == other, 'a name that was taken was fought for')
    laboratory.tool('unbind', 'a/server', service=at)
    publisher.await_line('status published leased')
    laboratory.tool('rebind', 'a/server', f'corbaloc::{at}/NameService', service=at)
    publisher.await_line('status taken')
    publisher.quit()
    require(names(laboratory, at, 'a') == ['server'], 'a name of somebody else was unbound')


def check_ends(laboratory):
    """Unbinding, detaching, and an ORB that is shut down first."""
    for kind, at in laboratory.services().items():
        how = 'leased' if kind == 'dimma-naming' else 'plain'
        publisher = laboratory.publisher(at, 'unbound', LEASE_MS)
        publisher.await_line(f'status published {how}')
        publisher.await_line('ready')
        publisher.order('unbind')
        publisher.await_line('status ended')
        require(names(laboratory, at) == [], kind)
        publisher.order('unbind')
        publisher.await_line('status ended')
        publisher.quit()
        publisher = laboratory.publisher(at, 'detached', LEASE_MS)
        publisher.await_line('ready')
        publisher.order('detach')
        publisher.await_line('status ended')
        publisher.quit()
        time.sleep(2 * LEASE_MS / 1000)
        require(names(laboratory, at) == ['detached'], f'{kind}: {names(laboratory, at)}')
        laboratory.tool('unbind', 'detached', service=at)
        publisher = laboratory.publisher(at, 'shutdown', LEASE_MS)
        publisher.await_line('ready')
        publisher.order('shutdown')
        publisher.await_line('status ended', 'unbound', 'shut down')
        publisher.quit()
        require(names(laboratory, at) == [], f'{kind}: an ORB that was shut down left {names(laboratory, at)}')


def check_signals(laboratory):
    """With shutdown_on_signals, SIGTERM removes the name, long before its lease expires, with each kind of service."""
    day_ms = 24 * 3600 * 1000
    for kind, at in laboratory.services().items():
        for words in [['signals'], ['signals', 'loop']]:
            publisher = laboratory.publisher(at, 'a/server', day_ms, *words)
            publisher.await_line('ready')
            publisher.stop()
            require(names(laboratory, at, 'a') == [], f'{kind}, {words}: the name is there still')
    # A service that does not reply does not delay the end.
    publisher = laboratory.publisher(at, 'a/server', 2 * LEASE_MS, 'signals', 'patient')
    publisher.await_line('ready')
    service = laboratory.servers[-1]
    service.freeze()
    publisher.process.send_signal(signal.SIGTERM)
    publisher.await_line('status ended', 'will be removed with its lease')
    require(publisher.process.wait(WITHIN_S) == 0, 'the publisher failed')
    service.thaw()
    until('the lease ends', lambda: names(laboratory, at, 'a') == [])


def refused(laboratory, at, *arguments, says):
    publisher = laboratory.publisher(at, *arguments)
    line = publisher.await_line('failed: ')
    require(says in line, f'{arguments}: {line!r} does not say {says!r}')


def check_refusals(laboratory):
    omninames, at = laboratory.services().values()
    plain = laboratory.publisher(omninames, 'plain', LEASE_MS)
    plain.await_line('status published plain')
    plain.await_line('ready')
    refused(laboratory, omninames, 'leased', LEASE_MS, 'requires-lease', says='the naming service does not support leases')
    plain.kill()
    require(names(laboratory, omninames) == ['plain'], 'a plain name goes by itself')
    laboratory.tool('mkdir', 'context', service=at)
    laboratory.tool('bind', 'object', f'corbaloc::{at}/NameService', service=at)
    refused(laboratory, at, 'context', LEASE_MS, says='bound to a context')
    refused(laboratory, at, 'object/x', LEASE_MS, says='is not a context')
    refused(laboratory, at, 'object', LEASE_MS, 'keeps-other', says='bound to another object')
    refused(laboratory, at, 'a//b', LEASE_MS, says='character 3: expected a component')
    refused(laboratory, at, 'x', 99, says='PublishOptions::lease is 99 ms')
    refused(laboratory, at, 'x', LEASE_MS, 'nil', says='the object to publish is nil')
    refused(laboratory, '127.0.0.1:1', 'x', LEASE_MS, says='the naming service was not reached')
    require(sorted(names(laboratory, at)) == ['context/', 'object'], names(laboratory, at))


def check_waiting(laboratory):
    """A server that starts before its naming service."""
    at = f'127.0.0.1:{laboratory.port}'
    publisher = laboratory.publisher(at, 'a/early', LEASE_MS, 'waits')
    publisher.await_line('status pending')
    publisher.await_line('ready')
    laboratory.service()
    publisher.await_line('status published leased')
    require(names(laboratory, at, 'a') == ['early'], 'the name is not there')
    publisher.quit()


SCENARIOS = {'lease': check_lease, 'restart': check_restart, 'lost': check_lost, 'ends': check_ends,
             'signals': check_signals, 'refusals': check_refusals, 'waiting': check_waiting}


if __name__ == '__main__':
    run_one(__doc__, SCENARIOS, ToolLaboratory)
