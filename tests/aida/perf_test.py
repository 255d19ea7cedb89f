#!/usr/bin/env python3
"""perf_test.py --bin DIR --python VENV_PYTHON SCENARIO: tests aida_perf as a user would: the arguments that it refuses, its
files, read by SciPy, and its page in a browser. Times only have to be present."""

import argparse
import csv
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

from processes import Failure, require

WITHIN_S = 400
ITERATIONS = 40
RUNS = 2
CLIENTS = 9
SVG = '{http://www.w3.org/2000/svg}'

# Loads a file with an independent reader, and prints its contents.
LOAD = """
import sys, scipy.io
data = scipy.io.loadmat(sys.argv[1])
print(int(data['test'][0][0]), data['times_us'].shape, data['first_us'].shape, data['start_s'].shape, data['lengths'].size)
print(data['title'][0], '|', data['comment'][0], '|', data['machine'][0])
for run in data['runs']: print(run.strip())
print(repr(float(data['times_us'][0][0])), repr(float(data['times_us'][-1][-1])))
"""


class Setting:
    def __init__(self, arguments, folder):
        self.programs = pathlib.Path(arguments.bin)
        self.python = arguments.python
        self.folder = pathlib.Path(folder)

    def perf(self, *arguments):
        return subprocess.run([str(self.programs / 'aida_perf'), *map(str, arguments)], capture_output=True, text=True,
                              timeout=WITHIN_S)

    def done(self, *arguments):
        done = self.perf(*arguments)
        require(done.returncode == 0, f'aida_perf {arguments}: {done.returncode} {done.stderr}')
        require('dimma: ' not in done.stderr, f'aida_perf {arguments} has warned though all went well: {done.stderr}')
        return done.stdout

    def loaded(self, file):
        done = subprocess.run([self.python, '-c', LOAD, str(file)], capture_output=True, text=True, timeout=WITHIN_S)
        require(done.returncode == 0, f'SciPy does not load {file}: {done.stderr}')
        return done.stdout.splitlines()


def rows_of(path):
    lines = [line for line in path.read_text().splitlines() if not line.startswith('#')]
    return list(csv.reader(lines))


def check_data(setting, file, test, runs, gets, comment, lengths=0):
    rows = rows_of(file.with_suffix('.csv'))
    heading, rows = rows[0], rows[1:]
    first_of_times = 1 if lengths == 0 else 2
    require(len(heading) == first_of_times + runs and len(rows) == gets, f'{file}: {heading}, {len(rows)} rows')
    for row in rows:
        require(all(float(time) > 0 for time in row[first_of_times:]), f'{file}: {row}')
    said = file.with_suffix('.csv').read_text()
    require(f'# test: {test} ' in said and f'# comment: {comment}\n' in said and '# machine: ' in said, said[:300])
    loaded = setting.loaded(file.with_suffix('.mat'))
    require(loaded[0] == f'{test} ({gets}, {runs}) (1, {runs}) (1, {runs}) {lengths}', f'{file}: {loaded[0]}')
    require(f'| {comment} |' in loaded[1] or comment == '', f'{file}: {loaded[1]}')
    require(len(loaded) == 3 + runs, f'{file}: {loaded}')
    first, last = map(float, loaded[-1].split())
    require(abs(first - float(rows[0][first_of_times])) < 1e-3 * first and
            abs(last - float(rows[-1][-1])) < 1e-3 * last, f'{file}: CSV and MAT differ: {loaded[-1]} {rows[0]} {rows[-1]}')


def check_refusals(setting):
    for arguments, says in [
            ([], 'say which test'), (['12', 'x', 'c'], "there is no test '12'"), (['0', 'x', 'c'], "there is no test '0'"),
            (['one', 'x', 'c'], "there is no test 'one'"), (['1'], 'the data file is missing'),
            (['1', 'x', 'two', 'words'], 'quote the comment'), (['report'], '--output is missing'),
            (['report', '--output', '/proc/none'], '--output: cannot write to'),
            (['1', 'x', '--iterations', '0'], '--iterations'), (['1', 'x', '--qos', 'messages=none'], 'messages'),
            (['1', 'x', '--faster'], '--faster')]:
        done = setting.perf(*arguments)
        require(done.returncode == 2 and says in done.stderr, f'{arguments}: {done.returncode} {done.stderr!r}')
    done = setting.perf('1', '/nowhere/x', 'c', '--iterations', '5')
    require(done.returncode == 1 and 'cannot write /nowhere/x.csv' in done.stderr, done.stderr)
    done = setting.perf('1', setting.folder / 'x', 'c', '--directory', 'corbaloc:iiop:127.0.0.1:9/Aida')
    require(done.returncode == 1 and 'the directory corbaloc:iiop:127.0.0.1:9/Aida does not answer' in done.stderr, done.stderr)


def check_tests(setting):
    for test in range(1, 7):
        file = setting.folder / f'test{test}'
        out = setting.done(test, file, f'a "comment" of {test}', '--iterations', ITERATIONS)
        require(out.count(f'{test} ') >= RUNS and 'median' in out, out)
        check_data(setting, file, test, RUNS, ITERATIONS, f'a "comment" of {test}')
    setting.done(3, setting.folder / 'only.mat', 'c', '--iterations', 5)
    require(not (setting.folder / 'only.csv').exists(), 'a .mat was asked for')
    require(setting.loaded(setting.folder / 'only.mat')[0].startswith('3 (5, 2)'), 'of only.mat')
    table = setting.done('table', '--iterations', ITERATIONS)
    require(len(re.findall(r'^[1-6] .* run [12] ', table, re.MULTILINE)) == 12, table)
    forms = setting.done('forms', '--quick')
    require(len(re.findall(r'^(structs|valuetypes).* \d+  +\d\.\d\d µs  +\d\.\d\d µs$', forms, re.MULTILINE)) == 3, forms)


def check_many(setting):
    for test, gets, lengths in [(7, 180, 180), (8, ITERATIONS, 0), (9, ITERATIONS, 0)]:
        setting.done(test, setting.folder / f'test{test}', 'c', '--iterations', ITERATIONS)
        check_data(setting, setting.folder / f'test{test}', test, RUNS, gets, 'c', lengths)
    out = setting.done(10, setting.folder / 'test10', 'c', '--iterations', ITERATIONS)
    check_data(setting, setting.folder / 'test10', 10, CLIENTS * 6, ITERATIONS, 'c')
    starts = out[out.index('Start times'):]
    require(len(re.findall(r'\d\d:\d\d:\d\d\.\d\d\d', starts)) == CLIENTS * 6, starts)
    require(re.search(r'^\d+ gets a second of all nine$', out, re.MULTILINE), out)
    setting.done(11, setting.folder / 'test11', 'c', '--iterations', ITERATIONS)
    check_data(setting, setting.folder / 'test11', 11, CLIENTS, ITERATIONS, 'c')


def dom_of(page, width, dark):
    """The page in a real browser after its script has run, with measurements by a script that is appended to it."""
    probe = """<script>
    const shown = [...document.querySelectorAll("svg")].filter(svg => svg.getBoundingClientRect().width > 0);
    const out = document.createElement("pre"); out.id = "probe";
    out.textContent = JSON.stringify({
      figures: document.querySelectorAll("figure").length, shown: shown.length,
      wide: document.documentElement.scrollWidth > innerWidth,
      letters: Math.min(...shown.map(svg => 12 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width)),
      theme: document.documentElement.dataset.theme, ink: getComputedStyle(document.querySelector("svg .title")).fill,
      paper: getComputedStyle(document.body).backgroundColor,
      line: getComputedStyle(document.querySelector("svg path")).stroke});
    document.body.append(out);</script></body>"""
    probed = page.parent / f'probe-{width}-{dark}.html'
    text = page.read_text()
    if dark:
        probe = probe.replace('<script>', '<script>const button = document.getElementById("theme"); button.click(); button.click();')
    probed.write_text(text.replace('</body>', probe))
    done = subprocess.run(['chromium', '--headless', '--no-sandbox', '--disable-gpu', f'--window-size={width},900', '--dump-dom',
                           f'file://{probed}'], capture_output=True, text=True, timeout=WITHIN_S)
    found = re.search(r'<pre id="probe">(.*?)</pre>', done.stdout)
    require(found, f'the page has no probe in a browser: {done.stdout[-300:]} {done.stderr[-300:]}')
    import json
    return json.loads(found[1])


def check_report(setting):
    folder = setting.folder / 'report'
    out = setting.done('report', '--quick', '--iterations', ITERATIONS, '--output', folder)
    for what in ['ref.get double over a bare typed call', 'simple get over ref.get', 'nine clients: gets a second']:
        require(what in out, out)
    page = folder / 'report.html'
    text = page.read_text()
    require(not re.search(r'(src|href)="(https?:)?//', text), 'the page asks somebody else')
    for file in re.findall(r'href="([^"#]+)"', text):
        require((folder / file).is_file(), f'the page links {file}, which is not there')
    svgs = sorted(folder.glob('*.svg'))
    require(len(svgs) >= 20, f'{svgs}')
    for svg in svgs:
        root = xml.parse(svg).getroot()
        require(root.tag == SVG + 'svg' and root.find(f'.//{SVG}style') is not None, f'{svg}')
        marks = root.findall(f'.//{SVG}path') + root.findall(f'.//{SVG}circle')
        require(marks, f'{svg} has no data')
        require('nan' not in svg.read_text() and 'inf' not in svg.read_text(), f'{svg} has a number that is none')
    for test in range(1, 12):
        require((folder / f'test-{test}.csv').is_file() and (folder / f'test-{test}.mat').is_file(), f'of test {test}')
        require(f'id="test-{test}"' in text, f'no section of test {test}')
    for qos in ['dedicated (processing=nullTask,messages=1)', 'pool of 4 (processing=pool(4))', 'shared (processing=shared)']:
        require(qos in text, f'{qos} is in no legend')
    require(text.count('When each client began each test') == 1, 'no table of start times')
    light = dom_of(page, 1200, dark=False)
    dark = dom_of(page, 1200, dark=True)
    telephone = dom_of(page, 500, dark=False)  # the narrowest window that the browser opens
    print(light, dark, telephone, sep='\n')
    require(light['figures'] >= 20 and light['shown'] == light['figures'], 'not all figures are seen')
    require(dark['theme'] == 'dark' and light['theme'] == 'light', 'of the themes')
    require(all(dark[part] != light[part] for part in ('ink', 'paper', 'line')), 'dark has the colours of light')
    require(telephone['shown'] == telephone['figures'], 'a telephone does not see all figures')
    for view in (light, dark, telephone):
        require(not view['wide'], f'the page is wider than its window: {view}')
        require(view['letters'] >= 9, f'letters of {view["letters"]} pixels')


SCENARIOS = {'refusals': check_refusals, 'tests': check_tests, 'many': check_many, 'report': check_report}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bin', required=True)
    parser.add_argument('--python', required=True, help='of an environment that has SciPy')
    parser.add_argument('scenario', choices=SCENARIOS)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix='aida-perf-') as folder:
        try:
            SCENARIOS[arguments.scenario](Setting(arguments, folder))
        except Failure as failure:
            print(f'perf_test: {arguments.scenario}: {failure}', file=sys.stderr)
            return 1
    print(f'{arguments.scenario}: as it should be')
    return 0


if __name__ == '__main__':
    sys.exit(main())
