#!/usr/bin/env python3
"""report_test.py --bin DIR TEST: short runs of dimma-bench report: the arguments that it refuses, its files, its page in a
browser, and the results of a run that ends early. Times only have to be present."""

import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "common"))

from browser import Browser  # noqa: E402
from servers import Failure, require  # noqa: E402

WITHIN_S = 400
SMALL = ("--turns", "3", "--turn-ms", "2", "--largest", "1k", "--quick")


def command(programs, *arguments):
    return [str(programs / "dimma-bench"), *map(str, arguments)]


def run(arguments, **options):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=WITHIN_S, **options)


def report_of(folder):
    return json.loads((folder / "report.json").read_text())


def measured(report):
    """The number of turns of each series of each experiment, in its first sample."""
    return {(experiment["name"], series["name"]): len(series["samples"][0]["turns"]) if series["samples"] else 0
            for experiment in report["experiments"] for series in experiment["series"]}


# Refusals --------------------------------------------------------------------------------------------------------------

def check_refusals(programs, folder):
    (folder / "file").write_text("")
    for arguments, says in [
            (["repotr"], "there is no experiment 'repotr'"),
            (["report"], "--output is missing"),
            (["report", "--output", folder, "--only", "null-rcp"], "there is no experiment 'null-rcp'"),
            (["report", "--output", folder / "file" / "deeper"], "--output: cannot write to"),
            (["report", "--output", "/proc"], "--output: cannot write to /proc"),
            (["report", "--output", folder, "--largest", "900G"], "--largest: "),
            (["report", "--output", folder, "--largest", "1Q"], "--largest: '1Q' is not a size"),
            (["report", "--output", folder, "--network-bandwidth", "fast"], "--network-bandwidth: 'fast' is not a bandwidth"),
            (["report", "--output", folder, "--network-latency", "-5us"], "--network-latency: '-5us' is not a time"),
            (["report", "--output", folder, "--turns", "0"], "--turns: '0' is not a whole number"),
            (["report", "--output", folder, "--faster"], "--faster"),
            (["report", "--output", folder, "--within", "5"], "--within: '5' is not a time"),
            (["report", folder], "unexpected argument"),
            (["compare", folder / "file"], "two files are needed"),
            (["compare", folder / "none.json", folder / "file"], "none.json: it cannot be read"),
    ]:
        done = run(command(programs, *arguments))
        print(done.stderr.strip())
        require(done.returncode == 2, f"{arguments}: status {done.returncode} instead of 2")
        require(says in done.stderr.splitlines()[0], f"{arguments}: {done.stderr!r} does not say {says!r}")
        require(done.stdout == "", f"{arguments}: printed {done.stdout!r}")


# The whole set, and the page in a browser --------------------------------------------------------------------------------

def check_page(programs, folder):
    done = run(command(programs, "report", "--output", folder, *SMALL, "--network-bandwidth", "1Gbit", "--network-latency", "200us"))
    print(done.stderr)
    require(done.returncode == 0, f"status {done.returncode}")
    require(done.stdout.strip() == f"{folder}/report.html", f"printed {done.stdout!r}")
    require("left" in done.stderr, "nothing was said of the time left")
    report = report_of(folder)
    require(report["whole"], "the report is not whole")
    for experiment in report["experiments"]:
        require(experiment["complete"], f"{experiment['name']} is not complete")
        lines = (folder / f"{experiment['name']}.csv").read_text().splitlines()
        turns = sum(len(sample["turns"]) for series in experiment["series"] for sample in series["samples"])
        require(turns > 0 and len(lines) == turns + 1, f"{experiment['name']}.csv has {len(lines)} lines of {turns} turns")
    check_arithmetic(report)
    require(len(list(folder.glob("*.hgrm"))) > 10, "the distributions are missing")
    require(not list(folder.glob("*.part")), "something was left unfinished")
    look_at(folder / "report.html", report)
    look_at_first_screen(folder / "report.html", report)
    look_at_parts(folder, report)


def check_arithmetic(report):
    """A net time is the gross time minus that of the lower layer; a projection has the same net time."""
    sizes = next(one for one in report["experiments"] if one["name"] == "sizes")
    series = next(one for one in sizes["series"] if one["name"] == "dimma, octet")
    for sample in series["samples"]:
        gross = sample["p50_us"]["median"]
        require(abs(gross - sample["lower_us"] - sample["net_us"]["median"]) < 0.01, f"net of {sample['x']} octets")
        require("projected_us" in sample, "nothing was projected")
    require({"line", "net_line"} <= set(series), "there are no parts by regression")
    types = {one["type"] for one in sizes["compared"] if one["other"] == "omniORB"}
    require(types == {"octet", "char", "long", "double", "string", "struct", "any", "strings", "unions", "anys"}, f"the ORBs are compared for {types}")
    nets = {one["name"]: one["net_line"]["fixed_us"] for one in sizes["series"] if "net_line" in one}
    for row in sizes["compared"]:
        one, other = (nets[f"{row[orb]}, {row['type']}"] for orb in ("one", "other"))
        require(("fixed" in row) == (one > 0 and other > 0), f"{row}: what is within the noise is compared, or what is not is not")
        if "fixed" in row and min(one, other) > 0.1:  # three decimals are written
            require(abs(row["fixed"]["slower_percent"] - (other / one - 1) * 100) < 5 * other / one, f"{row} of {one} and {other}")
            require(abs(row["fixed"]["to_catch_up"] - min(one, other) / max(one, other)) < 0.05, f"{row} of {one} and {other}")


def look_at(page, report):
    """Requires no errors, no loaded resources, and marks in every plot, in both colour schemes."""
    text = page.read_text()
    require(not re.search(r"""(src|href)=["']?https?:""", text), "the page refers to other places")
    for theme in ("light", "dark"):
        dom, log = browse(f"{page.as_uri()}#theme={theme}&open=all", page.parent)
        require(f'data-theme="{theme}"' in dom, f"the page is not {theme}")
        require('data-ready="yes"' in dom, f"the page did not become ready: {re.findall('data-ready=.*?>', dom)}")
        complaints = [line for line in log.splitlines() if "CONSOLE" in line]
        require(not complaints, f"the browser complains: {complaints}")
        marks = [int(count) for count in re.findall(r'<figure[^>]* data-marks="(\d+)"', dom)]
        figures = len(re.findall(r"<figure", dom))
        print(f"{theme}: {figures} plots, marks {marks}")
        require(len(marks) == figures and figures >= 2 * len(report["experiments"]), "plots are missing")
        require(all(marks), "a plot has no marks")
        banner = re.search(r'<div id="warnings" role="alert">(.*?)</div>', dom, re.DOTALL)
        require(banner and "<details" not in banner[1], "the warnings are not on the page, or folded")
        require(banner[1].count("<p>") >= len(report["warnings"]), f"the page shows {banner[1]!r} of {report['warnings']}")
        sections = dict(re.findall(r'<section id="([^"]*)">(.*?)</section>', dom, re.DOTALL))
        for experiment in report["experiments"]:
            require(experiment["name"] in sections, f"{experiment['name']} is not on the page")
            require('<ul class="found"><li>' in sections[experiment["name"]], f"{experiment['name']} has no answer on the page")
        for row in ("bare TCP socket", "omniORB", "dimma, Full QoS", *(one["name"] for one in report["missing"])):
            require(f"<td>{row}</td>" in dom.split("<main")[0].replace("&#39;", "'"), f"{row} is not in the table on top")
        require(not re.search(r"\b(NaN|undefined|Infinity)\b", re.sub(r"<script.*?</script>", "", dom, flags=re.DOTALL)),
                "a figure on the page is none")


FIRST_SCREEN = 1000  # pixels: one of 900 and what the fonts of a machine may add


def look_at_first_screen(page, report):
    """The page opens with the verdict, three plots and the next steps; the rest is folded, and shown by links and in print."""
    with Browser(page.parent / "driven") as browser:
        browser.open(page.as_uri(), width=1280, height=900)
        browser.await_true("the page", 'document.documentElement.dataset.ready === "yes"')
        bottom = browser.value('document.getElementById("front").getBoundingClientRect().bottom')
        whole = browser.value("document.documentElement.scrollHeight")
        print(f"the first screen has {bottom:.0f} pixels, the page {whole}")
        require(bottom <= FIRST_SCREEN, f"the first screen has {bottom} pixels")
        require(whole <= 5 * FIRST_SCREEN, f"the folded page has {whole} pixels")
        count = "(where => document.querySelectorAll(where).length)"
        drawn = 'figure[data-marks]:not([data-marks="0"])'
        require(browser.value(f"{count}('.fold[open]')") == 0, "a section is unfolded")
        require(browser.value(f"{count}('#overview {drawn}')") == browser.value(f"{count}('{drawn}')") == 3, "not three plots are drawn")
        for part in ("verdict", "next"):
            print(browser.value(f'document.getElementById("{part}").innerText'))
            require(browser.value(f"{count}('#{part} li')") > 0, f"{part} is empty")
        astray = browser.value('[...document.querySelectorAll("#front a, nav a")].map(one => one.getAttribute("href").slice(1))'
                               ".filter(name => !document.getElementById(name))")
        require(not astray, f"links to what is not there: {astray}")
        for experiment in report["experiments"]:
            name = experiment["name"]
            browser.value(f"document.querySelector('nav a[href=\"#{name}\"]').click()")
            browser.await_true(name, f"document.querySelector('#{name} .fold').open && {count}('#{name} {drawn}') === {count}('#{name} figure')")
        browser.await_true("a button that folds", "document.querySelector('nav button').textContent === 'Fold all'")
        browser.value("document.querySelector('nav button').click()")
        browser.await_true("folding", f"{count}('.fold[open]') === 0 && document.querySelector('nav button').textContent === 'Unfold all'")
        # In print all parts are unfolded, and folded again afterwards. A page that is printed at once has not drawn them yet.
        browser.open(page.as_uri() + "#null-rpc", width=1280, height=900)
        browser.await_true("the page", "document.documentElement.dataset.ready === 'yes' && document.querySelectorAll('.fold[open]').length === 1")
        browser.value(f"addEventListener('beforeprint', () => window.printed = [{count}('details:not([open])'), {count}('{drawn}'), {count}('figure')])")
        browser.call("Page.printToPDF")
        folded, marked, figures = browser.value("window.printed")
        require(folded == 0 and marked == figures > 2 * len(report["experiments"]), f"printed: {folded} folded, {marked} of {figures} plots")
        browser.await_true("folding", f"{count}('.fold[open]') === 1")
        # On a telephone, wider tables show that they continue, and the page is as wide as the screen.
        browser.open(page.as_uri() + "#open=all", width=390)
        browser.await_true("the page", "document.documentElement.dataset.ready === 'yes'")
        browser.value("[...document.querySelectorAll('details')].forEach(one => one.open = true)")
        hints = "[...document.querySelectorAll('.scroll')].map(one => [one.scrollWidth > one.clientWidth + 1, one.previousSibling.offsetHeight > 0])"
        browser.await_true("hints", f"{hints}.every(([isCut, isSaid]) => isCut === isSaid)")
        require([True, True] in browser.value(hints), "no table is cut")
        require(browser.value("document.documentElement.scrollWidth") == 390, "the page is wider than the screen")
        require(not browser.complaints, browser.complaints)


def look_at_parts(folder, report):
    """The first screen of a report with few experiments, or none, has other plots, and no faults."""
    before, begin, rest = (folder / "report.html").read_text().partition('<script id="data" type="application/json">')
    _, end, after = rest.partition("</script>")
    page = folder / "part.html"
    with Browser(folder / "of-parts") as browser:
        for names, plots in ((["null-rpc"], 2), (["flow"], 2), (["flow", "threads", "pools"], 3), ([], 0)):
            part = {**report, "whole": False, "experiments": [one for one in report["experiments"] if one["name"] in names]}
            page.write_text(before + begin + json.dumps(part).replace("<", "\\u003c") + end + after)
            browser.open(page.as_uri())
            browser.await_true("the page", 'document.documentElement.dataset.ready === "yes"')
            marks = browser.value('[...document.querySelectorAll("#overview figure")].map(one => +one.dataset.marks)')
            print(f"{names}: {marks}")
            require(len(marks) >= plots and all(marks), f"{names}: the plots have {marks} marks")
            require("Not everything was measured." in browser.value('document.getElementById("next").innerText'), f"{names}: no next step")
            require(not browser.complaints, f"{names}: {browser.complaints}")


def check_findings(_, folder):
    """The page's findings on made-up figures; none is due to noise."""
    page = pathlib.Path(__file__).resolve().parents[2] / "bench" / "report" / "page"

    def series(name, kind, times, lower="bare TCP socket"):
        middle = sorted(times)[len(times) // 2]
        return {"name": name, "kind": kind, "lower": "" if kind == "bare" else lower, "samples": [
            {"x": 0, "typical": {"p50_us": middle}, "p50_us": {"median": middle}, "turns": [{"p50_us": time} for time in times],
             **({"net_us": {"median": 2.0, "low": 1.5, "high": 2.5}} if kind != "bare" else {})}]}

    def said_of(experiment, others_share=0.0, **more):
        report = {"whole": True, "quick": False, "others_share": others_share, "warnings": [], "missing": [],
                  "experiments": [{"complete": True, "failure": "", **experiment}], **more}
        (folder / "findings.html").write_text(
            "<body><script>" + (page / "findings.js").read_text() + (page / "verdict.js").read_text() + ";const plain = value => String(value);"
            "const digits = (value, count) => value.toPrecision(count || 3);"
            f"const found = reportFindings({json.dumps(report)}, {{time: plain, many: plain, digits, octets: plain}});"
            f"const verdict = reportVerdict({json.dumps(report)}, found, digits);"
            "const steps = verdict.next().map(step => step.map(part => part.code || part.text || part).join(''));"
            f"document.body.textContent = [found.headline(), ...found.of({json.dumps(experiment)}), 'Verdict:', ...verdict.sentences(),"
            " 'Next:', ...steps].join('|');</script>")
        dom, _ = browse((folder / "findings.html").as_uri(), folder)
        print(re.sub(r"<.*?>", "", dom).strip())
        return dom

    def said(others_share=0.0, **us):
        """The findings of experiment null-rpc, with turns of these times."""
        return said_of({"name": "null-rpc", "series": [
            series("bare TCP socket", "bare", us["bare"]), series("omniORB", "peer", us["peer"]),
            series("dimma, Full QoS", "dimma", us["dimma"])]}, others_share)

    def said_of_loans(**us):
        """The findings of experiment loans with spinning ends, with turns of these times."""
        kinds = {"loaned": "dimma", "copied": "dimma", "iceoryx2": "peer"}
        return said_of({"name": "loans", "series": [
            series(f"{name}, spin", kinds[name], times, "bare loop, spin") for name, times in us.items()]})

    steady = [10 + 0.01 * (turn % 3) for turn in range(15)]
    quicker = [8 + 0.01 * (turn % 3) for turn in range(15)]
    bare = [5 + 0.01 * (turn % 3) for turn in range(15)]
    wild = [(6, 14)[turn % 2] for turn in range(15)]
    require("takes 20 % less than omniORB" in said(bare=bare, peer=steady, dimma=quicker), "a clear difference is not told")
    require("takes 25 % more than omniORB" in said(bare=bare, peer=quicker, dimma=steady), "a clear difference is not told")
    for why, dom in {"within the noise": said(bare=bare, peer=steady, dimma=wild),
                     "of too few turns": said(bare=bare, peer=steady[:5], dimma=quicker[:5]),
                     "on a busy machine": said(others_share=0.79, bare=bare, peer=steady, dimma=quicker),
                     "quicker than the bare socket": said(bare=steady, peer=steady, dimma=quicker)}.items():
        require(not re.search(r"% (less|more) than", dom), f"a difference {why} is claimed")
    check_verdict(said, said_of, dict(bare=bare, peer=steady, dimma=quicker), dict(bare=bare, peer=steady, dimma=wild))
    require("79 % of the processors" in said(others_share=0.79, bare=bare, peer=steady, dimma=quicker), "why is not said")
    require("the ORB’s own" not in said(bare=steady, peer=steady, dimma=quicker).replace("what is the ORB’s own cannot be told", ""),
            "a net time is claimed of a call that beat the bare socket")
    require("a loaned call takes 20 % less than iceoryx2" in said_of_loans(loaned=quicker, copied=wild, iceoryx2=steady),
            "iceoryx2 is not compared")
    require("a loaned call cannot be told from iceoryx2" in said_of_loans(loaned=wild, copied=wild, iceoryx2=steady),
            "a difference within the noise is claimed")
    require("iceoryx2" not in said_of_loans(loaned=quicker, copied=wild), "a peer that was not built is compared")


def check_verdict(said, said_of, clear, wild):
    """The text of the first screen."""
    require("Verdict:|A call of dimma’s over TCP takes 20 % less than omniORB.|" in said(**clear), "there is no verdict")
    require("Verdict:|A call of dimma’s over TCP cannot be told from omniORB: the difference is within the noise.|" in said(**wild),
            "noise is taken for a difference")
    busy = said(others_share=0.79, **clear)
    require(re.search(r"Verdict:\|These figures cannot be compared: other programs had 79 %[^|]*\|Next:\|Run it again on a machine", busy), busy)
    nothing = {"name": "sizes", "title": "Arguments", "series": [], "compared": []}
    keep = "Keep report.json. After a change, measure again and compare: dimma-bench compare before/report.json after/report.json"
    for more, steps in [
            ({}, ["Open what is like your program: much data."]),
            ({"warnings": ["noise"]}, ["Before you trust small differences, read the warning.", "Open what is like your program: much data."]),
            ({"warnings": ["noise", "drift"], "quick": True},
             ["Before you trust small differences, read the 2 warnings.", "This was a quick run. For figures to keep: dimma-bench report --output DIR",
              "Open what is like your program: much data."]),
            ({"whole": False, "missing": [{"name": "gRPC", "why": ""}, {"name": "ZeroC Ice", "why": ""}, {"name": "iceoryx2", "why": ""}]},
             ["Not everything was measured.", "To compare with gRPC, ZeroC Ice and iceoryx2, see why they were not built.",
              "Open what is like your program: much data."])]:
        found = said_of(nothing, **more)
        require("Next:|" + "|".join([*steps, keep]) + "<" in found, f"{more}: {found}")
    require("Not everything was measured: Arguments. The sections say why.|" in said_of({**nothing, "failure": "interrupted"}), "a failure is not said")


def browse(url, folder):
    """The page's elements after its script ran, and what the browser logged. A browser that fails to start is tried again."""
    browser = shutil.which("chromium")
    require(browser is not None, "chromium is missing (Debian package chromium)")
    arguments = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                 "--disable-background-networking", "--disable-component-update", f"--user-data-dir={folder / 'browser'}",
                 "--enable-logging=stderr", "--window-size=1200,2000", "--dump-dom", url]
    for _ in range(3):
        try:
            done = subprocess.run(arguments, capture_output=True, text=True, timeout=120)
        except subprocess.TimeoutExpired:
            continue
        if done.returncode == 0 and done.stdout:
            return done.stdout, done.stderr
    raise Failure("chromium does not load the page")


# Comparison ---------------------------------------------------------------------------------------------------------------

def made_up(dimma=1.0, machine=1.0, lower=1.0, turns=9):
    """A report of a bare program at 10 us, omniORB at 14 and dimma at 12, each turn a little different."""
    def series(name, kind, lower, us):
        times = [us * machine * (1 + 0.002 * ((turn * 7) % 5)) for turn in range(turns)]
        return {"name": name, "kind": kind, "lower": lower, "failure": "",
                "samples": [{"x": 0, "turns": [{"p50_us": time} for time in times]}]}
    experiment = {"name": "null-rpc", "series": [series("bare", "bare", "", 10), series("omniORB", "peer", "bare", 14),
                                                 series("dimma", "dimma", "bare", 12 * dimma)]}
    if lower != 1:  # only the lower layer is slower, and all series on it by the same amount
        for one in experiment["series"]:
            for turn in one["samples"][0]["turns"]:
                turn["p50_us"] += 10 * (lower - 1)
    return {"format": "dimma-bench report", "version": 1, "machine": "one", "warnings": [], "experiments": [experiment]}


def check_compare(programs, folder):
    def compare(before, after, *flags):
        for name, content in (("before", before), ("after", after)):
            (folder / f"{name}.json").write_text(content if isinstance(content, str) else json.dumps(content))
        done = run(command(programs, "compare", folder / "before.json", folder / "after.json", *flags))
        print(done.stdout + done.stderr)
        return done
    for status, says, before, after, flags in [
            (0, "dimma is slower in 0 and faster in 0", made_up(), made_up(), ()),
            (1, "dimma is slower in 1 and faster in 0", made_up(), made_up(dimma=1.2), ()),
            (0, "dimma is slower in 0 and faster in 1", made_up(), made_up(dimma=0.8), ()),
            # A change of the whole machine is not a change of the ORB.
            (0, "dimma is slower in 0 and faster in 0", made_up(), made_up(machine=2), ()),
            (0, "dimma is slower in 0 and faster in 0", made_up(), made_up(lower=3), ()),
            (0, "median changed by +100.0 %", made_up(), made_up(machine=2), ()),
            (0, "dimma is slower in 0 and faster in 0", made_up(), made_up(dimma=1.2), ("--least", "30")),
            (0, "too few turns", made_up(turns=3), made_up(dimma=2, turns=3), ("--all",)),
            (1, '"verdict": "slower"', made_up(), made_up(dimma=1.2), ("--json",)),
            (2, "after.json: not JSON", made_up(), "{", ()),
            (2, "before.json: not JSON", "[" * 100_000, made_up(), ()),
            (2, "before.json: it is no report", "{}", made_up(), ()),
            (2, "before.json: it is no report", "5", made_up(), ()),
            (2, "after.json: its version is not 1", made_up(), {**made_up(), "version": 2}, ()),
            (2, "after.json: there is no experiments", made_up(), {"format": "dimma-bench report", "version": 1}, ()),
            (2, "after.json: experiments is not an array", made_up(), {**made_up(), "experiments": 7}, ()),
            (2, "after.json: it cannot be read", made_up(), "", ())]:
        done = compare(before, after, *flags)
        require(done.returncode == status, f"status {done.returncode} instead of {status}")
        require(says in (done.stdout if status < 2 else done.stderr.splitlines()[0]), f"does not say {says!r}")
    require(run(command(programs, "compare", folder / "before.json")).returncode == 2, "one file is enough for it")
    check_hostile(compare)


def changed(change):
    """A report to which a change has been made that makes it invalid."""
    report = made_up()
    change(report, report["experiments"][0], report["experiments"][0]["series"][0], report["experiments"][0]["series"][0]["samples"][0])
    return report


def check_hostile(compare):
    """A file that is not a report, or is truncated or inconsistent, never causes a crash, and is named."""
    whole = json.dumps(made_up())
    cut = [whole[:length] for length in range(1, len(whole) - 1, len(whole) // 20)]
    wrong = [changed(change) for change in [
        lambda report, *_: report.update(machine=7), lambda report, *_: report.update(warnings="many"),
        lambda report, *_: report.update(experiments=[[]]), lambda report, *_: report.update(format=None),
        lambda report, experiment, *_: experiment.pop("series"), lambda report, experiment, *_: experiment.update(name={}),
        lambda report, experiment, series, _: series.update(samples=3), lambda report, experiment, series, _: series.update(kind=[]),
        lambda *values: values[3].update(x="here"), lambda *values: values[3].update(turns={}),
        lambda *values: values[3]["turns"].append({}), lambda *values: values[3]["turns"].append({"p50_us": -1}),
        lambda *values: values[3]["turns"].append({"p50_us": "fast"})]]
    huge = whole.replace('"x": 0', '"x": 1e999', 1)
    for after in [*cut, *wrong, huge, "\0" * 50, "\ud800".encode("utf-8", "surrogatepass").decode("latin1"), '{"format": ' * 10_000]:
        done = compare(made_up(), after)
        require(done.returncode == 2 and "after.json: " in done.stderr, f"status {done.returncode}, said {done.stderr!r}")
    # A report without experiments, or with times of zero, is valid.
    for after in [{**made_up(), "experiments": []}, changed(lambda *values: [turn.update(p50_us=0) for turn in values[3]["turns"]])]:
        require(compare(made_up(), after).returncode == 0, "a report with little in it is refused")


# Runs that end early ------------------------------------------------------------------------------------------------------

def started(programs, folder, *arguments):
    return subprocess.Popen(command(programs, "report", "--output", folder, *arguments), stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def wait_for(what, found, process):
    end = time.monotonic() + WITHIN_S
    while time.monotonic() < end:
        result = found()
        if result:
            return result
        if process.poll() is not None:
            raise Failure(f"it ended before {what}: {process.communicate()}")
        time.sleep(0.05)
    process.kill()
    raise Failure(f"{what} did not come")


def check_interrupted(programs, folder):
    process = started(programs, folder, "--only", "oneway,null-rpc", "--turns", "1000", "--turn-ms", "10")

    process.stderr.readline()  # the first experiment has begun, which takes a while
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=WITHIN_S)
    print(err)
    require(process.returncode == 1, f"status {process.returncode}")
    require("interrupted" in err and "what was measured so far is kept" in err, "it does not say so")
    report = report_of(folder)
    require(not report["whole"], "the report says that it is whole")
    require(report["experiments"][-1]["failure"] == "interrupted", "the experiment does not say what happened to it")
    require((folder / "report.html").exists() and (folder / "oneway.csv").exists(), "files are missing")


def children_of(parent):
    children = {}
    for folder in pathlib.Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            text = (folder / "stat").read_text()
        except OSError:
            continue  # has ended meanwhile
        name, rest = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
        if int(rest[1]) == parent:
            children[int(folder.name)] = name
    return children


def check_peer_dies(programs, folder):
    for victim, says in (("omni_time_client", "oneway: omniORB: omni_time_client"),
                         ("omni_time_server", "omni_time_server was ended by signal 9")):
        process = started(programs, folder, "--only", "oneway", "--turns", "60", "--turn-ms", "10")
        found = wait_for(victim, lambda: [one for one, name in children_of(process.pid).items() if name == victim[:15]], process)
        os.kill(found[0], signal.SIGKILL)
        out, err = process.communicate(timeout=WITHIN_S)
        print(err)
        require(process.returncode == 1, f"status {process.returncode}")
        report = report_of(folder)
        # If a server dies before its client is connected, the client's start fails.
        require(says in err or "oneway: omniORB: omni_time_" in err, "it does not say who died")
        turns = measured(report)
        # The requested number of turns, or fewer if a call took longer than a turn on a busy machine.
        others = {turns["oneway", "dimma, Full QoS"], turns["oneway", "bare TCP socket"]}
        require(len(others) == 1 and min(others) > 0, f"the others did not go on: {turns}")
        require(turns["oneway", "omniORB"] < min(others), f"the dead one went on: {turns}")


def check_disk_full(programs, folder):
    def small_files_only():
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))  # less than the size of the page
    # The limit also applies to shared memory, so only an experiment without it is run.
    done = run(command(programs, "report", "--output", folder, *SMALL, "--only", "pools"), preexec_fn=small_files_only)
    print(done.stderr)
    require(done.returncode == 1, f"status {done.returncode}")
    require("cannot write" in done.stderr and "report.html" in done.stderr, "it does not say what it can't write")
    report = json.loads(done.stdout)
    require(report["experiments"][0]["complete"], "what was measured is lost")
    require(not list(folder.glob("*.part")), "an unfinished file was left")
    check_small_disk(programs, folder)


def check_small_disk(programs, folder):
    """A file system that is too small for the page, if this test may make one in its own namespaces."""
    inside = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
    mount = f"mount -t tmpfs -o size=300k none {folder}"
    if run([*inside, mount]).returncode != 0:
        print("no file system can be mounted here: the limit of a file's size has to do")
        return
    report = " ".join(command(programs, "report", "--output", folder, *SMALL, "--only", "oneway"))
    done = run([*inside, f"{mount} && {report}; status=$?; ls {folder} >&2; exit $status"])
    print(done.stderr)
    require(done.returncode == 1, f"status {done.returncode}")
    require("cannot write" in done.stderr and "No space left on device" in done.stderr, "it does not say that the disk is full")
    require(json.loads(done.stdout)["experiments"][0]["complete"], "what was measured is lost")
    require(".part" not in done.stderr and "report.json" in done.stderr, "an unfinished file was left, or nothing at all")


# Unsuitable machines ----------------------------------------------------------------------------------------------------------

def check_noisy(programs, folder):
    """If other processes use the processors, a warning is printed, and all is measured nevertheless."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count())]
    try:
        done = run(command(programs, "report", "--output", folder, *SMALL, "--only", "oneway,null-rpc"))
    finally:
        for one in busy:
            one.kill()
            one.wait()
    print(done.stderr)
    require(done.returncode == 0, f"status {done.returncode}")
    require("the machine was noisy: other programs had" in done.stderr, "it does not say that the machine was noisy")
    report = report_of(folder)
    require(report["whole"] and any("noisy" in text for text in report["warnings"]), "the report does not say so")


def check_in_time(programs, folder):
    """A run that would exceed its time limit makes fewer turns, with a message; no experiment is left out."""
    done = run(command(programs, "report", "--output", folder, "--turns", 30, "--turn-ms", 2, "--within", "1ms", "--only",
                       "oneway,read-ahead,flow"))
    print(done.stderr)
    require(done.returncode == 0, f"status {done.returncode}")
    require("fewer turns than otherwise: flow, oneway, read-ahead" in done.stderr, "it does not say where it has cut short")
    turns = measured(report_of(folder))
    least = {"oneway": 3, "read-ahead": 3, "flow": 5}
    require(all(count == least[experiment] for (experiment, _), count in turns.items()), f"there are {turns} turns")


def check_no_room(programs, folder):
    """Sizes for which there is not enough memory are left out; the rest is measured."""
    def little_room():
        resource.setrlimit(resource.RLIMIT_AS, (600 << 20, 600 << 20))
        resource.setrlimit(resource.RLIMIT_STACK, (1 << 20, 1 << 20))  # the stack of each thread, however many there are
    done = run(command(programs, "report", "--output", folder, "--turns", 3, "--turn-ms", 2, "--largest", "64M", "--quick", "--only", "sizes"),
               preexec_fn=little_room)
    print(done.stderr)
    require(done.returncode == 0, f"status {done.returncode}")
    require("sizes: arguments of more than 16777216 octets, up to 67108864, were left out" in done.stderr, "it does not say what it left out")
    sizes = report_of(folder)["experiments"][0]
    largest = {series["name"]: series["samples"][-1]["x"] for series in sizes["series"]}
    of_parts = [largest.pop(name) for name in list(largest) if name.endswith((", strings", ", unions", ", anys"))]
    require(set(largest.values()) == {16777216}, f"the largest are {largest}")
    require(len(of_parts) == 6 and max(of_parts) <= 1 << 20, f"the largest of those of many parts are {of_parts}")


CHECKS = {"refusals": check_refusals, "page": check_page, "findings": check_findings, "compare": check_compare,
          "interrupted": check_interrupted, "peer-dies": check_peer_dies, "disk-full": check_disk_full,
          "in-time": check_in_time, "noisy": check_noisy, "no-room": check_no_room}


def main(checks, description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("test", choices=checks)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="dimma-report-") as folder:
        try:
            checks[arguments.test](arguments.bin.resolve(), pathlib.Path(folder))
        except Failure as failure:
            print(f"FAILED {arguments.test}: {failure}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(CHECKS, __doc__))
