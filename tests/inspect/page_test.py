#!/usr/bin/env python3
"""page_test.py --bin DIR SCENARIO: the inspector's page of a running naming service, in Chromium."""

import collections
import math
import re
import shutil
import subprocess
import sys

from inspect_test import Failure, require, run
from browser import Browser


def browse(url, folder, *options):
    browser = shutil.which('chromium')
    require(browser is not None, 'chromium is missing (Debian package chromium)')
    command = [browser, '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run',
               '--disable-background-networking', '--disable-component-update', f'--user-data-dir={folder / "browser"}',
               '--enable-logging=stderr', '--virtual-time-budget=2500', *options, url]
    for _ in range(3):
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            continue
        if done.returncode == 0:
            require('CONSOLE' not in done.stderr, done.stderr)
            return done.stdout
    raise Failure('chromium does not load the page')


def check_page(lab):
    server = lab.begin('--dimma-capture', 'on')
    url = f'http://127.0.0.1:{lab.page_port}/'
    dom = browse(url, lab.folder, '--dump-dom')
    for text in (f'dimma-naming {server.process.pid}', 'updates each second', 'Operations, slowest first', '>list<',
                 'Resources', 'connections', 'Recent events',
                 'CosNaming/NamingContext/NotFound', '<caption>', 'upcall', 'endpoint 1'):
        require(text in dom, f'the page does not say {text!r}: {dom[-6000:]}')
    for name, options in [('light', ['--window-size=1200,1500']), ('telephone', ['--window-size=390,1600']),
                          ('dark', ['--window-size=1200,1500', '--blink-settings=preferredColorScheme=0'])]:
        picture = lab.folder / f'{name}.png'
        browse(url, lab.folder, *options, f'--screenshot={picture}')
        require(picture.stat().st_size > 10_000, f'{name}: {picture.stat().st_size} octets')
    server.stop()


def check_gone(lab):
    """If the process is killed, its page dims and shows the time of its figures. The page is updated again after a restart
    at the same address, and when a stopped process continues."""
    server = lab.begin()
    with Browser(lab.folder / 'browser') as browser:
        browser.open(f'http://127.0.0.1:{lab.page_port}/')
        state = 'document.getElementById("state").textContent'
        # Both conditions in one expression, as a response may be late at any time.
        bright = '(getComputedStyle(document.querySelector("main")).opacity === "1")'
        browser.await_true('figures', f'{state} === "updates each second" && {bright}')
        server.kill()
        said = browser.await_true('that it is gone', f'!{bright} && {state}.includes("(no connection)") && {state}')
        require(re.fullmatch(r'The process does not answer \(no connection\): these figures are of '
                             r'\d\d:\d\d:\d\d; the page goes on trying\.', said), said)
        require(browser.value('document.title').startswith('no answer: dimma-naming'), browser.value('document.title'))
        require('list' in browser.value('document.getElementById("operations").innerText'), 'the last figures are gone')
        # The page makes no requests while it is paused, and resumes them afterwards.
        pause = 'document.getElementById("pause").click()'
        browser.value(pause)
        browser.await_true('that it is paused', f'{state}.endsWith("; the page is paused.")')
        server = lab.begin()
        browser.value(pause)
        browser.await_true('its return', f'{state} === "updates each second" && {bright}')
        name = f'dimma-naming {server.process.pid}'
        browser.await_true('its title', f'document.title.startsWith("{name}")')
        server.freeze()
        browser.await_true('that it is late', f'{state}.includes("nothing for 5 s")')
        server.thaw()
        browser.await_true('its second return', f'{state} === "updates each second"')
        require(not browser.complaints, browser.complaints)
    server.stop()


def quantile_us(buckets, share):
    """The quantile from the count of calls in each bucket, computed like in dimma::observation::Latency."""
    wanted, seen = math.ceil(share * sum(buckets.values())), 0
    for up_to in sorted(buckets):
        seen += buckets[up_to]
        if seen >= wanted:
            return up_to / 1000
    raise Failure('there are no calls')


def served_since(before, after, operation=None):
    """Calls, failures, and the two percentiles, from the difference of two responses to /describe?buckets=on."""
    def sums(answer):
        calls, failed, buckets = 0, 0, collections.Counter()
        for channel in answer['channels']:
            for one in channel['operations']:
                if operation in (None, one['operation']):
                    calls += one['calls']
                    failed += sum(failure['count'] for failure in one['failures'])
                    buckets.update({up_to: count for up_to, count in one['buckets_ns']})
        return calls, failed, buckets
    (calls, failed, buckets), (more_calls, more_failed, more_buckets) = sums(before), sums(after)
    more_buckets.subtract(buckets)
    return [more_calls - calls, more_failed - failed, quantile_us(more_buckets, 0.5), quantile_us(more_buckets, 0.99)]


MADE_UP = """
  const snapshot = (taken_s, calls, failed, buckets_ns, more = {}) => ({taken_s, left_out: 0, process: {pid: 1, started_s: 7},
    channels: [{id: 1, side: 'server', operations: [{operation: 'op', calls, failures: [{count: failed}], buckets_ns}]}], ...more});
  const of = (...snapshots) => { const made = new History(); for (const one of snapshots) made.add(one); return made; };
  const figures = ({seconds, calls, failed, p50_us, p99_us}) => [seconds, calls, failed, p50_us, p99_us];
"""


def check_made_up(browser):
    """A page subtracts the counts of consecutive snapshots, and reads percentiles from the differences of buckets."""
    def of(script):
        return browser.value('(() => {' + MADE_UP + script + '})()')

    # 98 calls of 1 us in one second and 2 of 50 us in the next: the mean of both 99th percentiles would be 25.5 us.
    both = of("""const made = of(snapshot(10, 5, 1, [[1000, 5]]), snapshot(11, 103, 1, [[1000, 103]]),
                                 snapshot(12, 105, 3, [[1000, 103], [50000, 2]]));
                 return [figures(made.whole('server ')), made.points('server ').length];""")
    require(both == [[2, 100, 2, 1, 50], 1], both)
    slower = of("""const made = of(snapshot(10, 0, 0, []), snapshot(16, 10, 0, [[1000, 10]]), snapshot(17, 10, 0, [[1000, 10]]),
                                   snapshot(77, 12, 0, [[1000, 10], [9000, 2]]), snapshot(78, 12, 0, [[1000, 10], [9000, 2]]));
                   return made.points('server 1 op').map(figures);""")
    require(slower == [[6, 10, 0, 1, 1], [61, 2, 0, 9, 9], [1, 0, 0, None, None]], slower)
    begun = of("""const other = {channels: [...snapshot(0, 3, 0, [[1000, 3]]).channels, {id: 2, side: 'client',
                    operations: [{operation: 'op', calls: 4, failures: [], buckets_ns: [[2000, 4]]}]}]};
                  const all = of(snapshot(10, 3, 0, [[1000, 3]]), snapshot(11, 0, 0, [], other));
                  const cut = of(snapshot(10, 3, 0, [[1000, 3]], {left_out: 1}), snapshot(11, 0, 0, [], other));
                  return ['server ', 'client ', 'client 2 op', 'client 22 ', 'client 2 o'].map(scope => all.whole(scope).calls)
                    .concat(cut.whole('client ').calls);""")
    require(begun == [0, 4, 4, 0, 0, 0], begun)
    anew = of("""const made = of(snapshot(10, 5, 0, [[1000, 5]]), snapshot(11, 9, 0, [[1000, 9]]),
                                 snapshot(3, 2, 0, [[1000, 2]], {process: {pid: 1, started_s: 8}}));
                 const bins = made.bins.length;
                 made.add(snapshot(4, 3, 0, [[1000, 3]], {process: {pid: 1, started_s: 8}}));
                 return [bins, made.whole('server ').calls];""")
    require(anew == [0, 1], anew)
    # An hour of one snapshot a second, each call in a bucket of its own: five minutes are kept, up to the limit of counts.
    kept = of("""const long = new History(), tight = new History(300, 5, 1000), buckets = [];
                 for (let s = 0; s < 3600; ++s) {
                   for (let i = 0; i < 10; ++i) buckets.push([10 * s + i, 1]);
                   for (const one of [long, tight]) one.add(snapshot(s, 10 * s, 0, [...buckets]));
                   buckets.splice(0, buckets.length > 100 ? 10 : 0);
                 }
                 const counts = made => made.bins.reduce((sum, bin) => sum + [...bin.rows.values()]
                   .reduce((more, row) => more + 1 + row.buckets.size, 0), 0);
                 return [long, tight].map(made => [made.bins.length, made.whole('server ').seconds, made.is_cut,
                   counts(made) === made.counts, made.counts <= made.counts_max]);""")
    (bins, seconds, is_cut, is_counted, is_bounded), (_, less, is_tight_cut, is_tight_counted, is_tight_bounded) = kept
    require(bins <= 61 and 295 <= seconds <= 300 and not is_cut and is_counted and is_bounded, kept)
    require(less < 200 and is_tight_cut and is_tight_counted and is_tight_bounded, kept)


def check_plots(lab):
    """Calls, failures and percentiles of the time that the page has seen."""
    server = lab.begin()
    with Browser(lab.folder / 'browser') as browser:
        browser.call('Emulation.setLocaleOverride', locale='de-DE')
        before = lab.json('/describe?buckets=on')
        require('buckets_ns' not in lab.good('/describe')[1], 'buckets that nobody has asked for')
        browser.open(f'http://127.0.0.1:{lab.page_port}/')
        browser.await_true('plots', 'document.querySelectorAll("#plots svg").length === 3')
        # Until the second response the page has no difference to plot.
        says = 'document.getElementById("plots-say").textContent'
        require(re.match('The plots begin now|In ', browser.value(says)), browser.value(says))
        for _ in range(8):
            lab.nameclt('list')
        for _ in range(2):
            lab.nameclt('resolve', 'nothing', fails='NotFound')
        after = lab.json('/describe?buckets=on')
        for scope, operation in (('server ', None), ('server 1 list', 'list'), ('server 1 resolve', 'resolve')):
            expected = served_since(before, after, operation)
            shown = f'history_kept.whole("{scope}")'
            browser.await_true('the last call', f'{shown}.calls >= {expected[0]}')
            found = browser.value(f'(({{calls, failed, p50_us, p99_us}}) => [calls, failed, p50_us, p99_us])({shown})')
            require(found == expected, f'{scope}: {found} instead of {expected}')
        # The user selects a single operation.
        require(browser.value('document.getElementById("scope").value') == 'server ', 'the page does not begin with all')
        browser.value('(() => { const scope = document.getElementById("scope"); scope.value = "server 1 list";'
                      'scope.dispatchEvent(new Event("change")); })()')
        said = browser.value(says)
        require(re.match(r'In \d+ s \(since the page was opened or the process began\): 8 calls \(', said), said)
        require(', 0 failed, p50 ' in said, said)
        browser.await_true('lines', '[...document.querySelectorAll("#plots .line")].every(line => line.getAttribute("d"))')
        labels = browser.value('[...document.querySelectorAll("#plots svg")].map(one => one.getAttribute("aria-label"))')
        require([label.split(',')[0] for label in labels] == ['Calls per second', 'Failures per second', 'Time of a call'], labels)
        # The pointer is on the middle of the last second.
        pointed = browser.value('(() => { const box = document.querySelector("#plots svg").getBoundingClientRect(),'
                                '      last = history_kept.bins.at(-1);'
                                '  document.querySelector("#plots svg").dispatchEvent(new PointerEvent("pointermove", {bubbles: true,'
                                '    clientX: box.right - margin.right - (box.width - margin.left - margin.right) *'
                                '      (history_kept.before.taken_s - (last.from_s + last.to_s) / 2) / 300}));'
                                f'  return {says}; }})()')
        require(re.match(r'\d\d:\d\d:\d\d to \d\d:\d\d:\d\d: \d+ calls? \(', pointed), pointed)
        # The browser's locale has a decimal comma.
        texts = browser.value('[rate_text(1234.5), rate_text(0.25), time(8042), time_tick(1000), number(1234567)]')
        require(texts == ['1,235', '0.25', '8.04 ms', '1 ms', '1,234,567'], texts)
        check_made_up(browser)
        require(not browser.complaints, browser.complaints)
    server.stop()
    server = lab.begin('--dimma-metrics', 'off')
    with Browser(lab.folder / 'another') as browser:
        browser.open(f'http://127.0.0.1:{lab.page_port}/')
        browser.await_true('why', f'{says}.startsWith("Nothing is counted")')
        require(browser.value('document.querySelector("#plots svg") === null'), 'there are plots of nothing')
        require(not browser.complaints, browser.complaints)
    server.stop()


def check_telephone(lab):
    """On a narrow screen, wider tables show that they continue, at any scroll position, and the page itself fits."""
    server = lab.begin()
    with Browser(lab.folder / 'browser') as browser:
        browser.open(f'http://127.0.0.1:{lab.page_port}/', width=390)
        browser.await_true('tables', 'document.querySelectorAll("#calls .cut, #operations .cut").length === 2')
        # So does a table in an unfolded part. Its text is made longer than any screen, as an endpoint's may be.
        browser.await_true('a folded part', 'document.querySelector("#endpoints details") !== null')
        browser.value('document.getElementById("pause").click()')
        browser.await_true('the last answer', '!is_reading')
        browser.value('(() => { const part = document.querySelector("#endpoints details");'
                      'part.querySelector("td").style.paddingRight = "500px"; part.open = true; })()')
        browser.await_true('its hint', 'document.querySelector("#endpoints .cut") !== null')
        for left in (0, 10_000):
            hints = browser.value(f"""[...document.querySelectorAll('.wide')].map(wide => {{
                wide.scrollLeft = {left};
                const span = wide.querySelector('caption span'), box = span.getBoundingClientRect();
                return [wide.scrollWidth > wide.clientWidth + 1, getComputedStyle(span, '::after').content !== 'none',
                        box.left >= 0 && box.right <= 390]; }})""")
            require(len(hints) >= 4 and all(is_cut == is_said and is_seen for is_cut, is_said, is_seen in hints), hints)
        require(browser.value('document.documentElement.scrollWidth') == 390, 'the page is wider than the screen')
        browser.open(f'http://127.0.0.1:{lab.page_port}/?wide', width=1280)
        browser.await_true('tables', 'document.querySelector("#operations .wide") !== null')
        require(browser.value('document.querySelector("#operations .cut") === null'), 'a table that fits has a hint')
        require(not browser.complaints, browser.complaints)
    server.stop()


CHECKS = {'page': check_page, 'gone': check_gone, 'plots': check_plots, 'telephone': check_telephone}

if __name__ == '__main__':
    sys.exit(run(__doc__, CHECKS))
