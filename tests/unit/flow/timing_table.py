"""A short run of the Timing example: the cells of its table, and the kinds of their contents. Times are not checked."""

import argparse
import json
import subprocess
import sys
import tempfile

ONEWAYS = {"oneway_no_params", "oneway_prim_args", "oneway_struct", "oneway_prim_seq", "oneway_struct_seq"}
CALLS = {"rpc_prim_args", "rpc_struct_args", "rpc_prim_seq", "rpc_struct_seq"}
FIGURES = ["mean_us", "p50_us", "p99_us", "octets_per_s"]


def check(cell):
    is_flow = cell["row"].endswith("_flow")
    is_oneway = cell["operation"] in ONEWAYS
    if is_flow and not is_oneway:
        assert all(cell[name] is None for name in FIGURES + ["delivered"]), cell
        return
    assert all(cell[name] >= 0 for name in FIGURES), cell
    assert ("delivered" in cell) == is_flow, cell
    assert not is_flow or 0 <= cell["delivered"] <= 1, cell


def check_foreign(programs):
    """Another ORB ignores the flow's profile, and calls an object that has such a profile over IIOP."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([programs + "/timing_server", "--ior-dir", folder, "--protocol", "flow"],
                                  stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout.readline().strip() == "ready"
            references = []
            for name in ("reqreply", "oneway"):
                with open(f"{folder}/{name}.ior", encoding="ascii") as file:
                    references += ["--" + name, file.read().strip()]
            subprocess.run([programs + "/omni_timing_client", *references, "--iterations", "5"], check=True,
                           capture_output=True, timeout=100)
        finally:
            server.terminate()
            said = server.communicate(timeout=60)[0]
        numbers = said.split()
        assert int(numbers[numbers.index("oneway") + 1]) >= 5 * len(ONEWAYS), said


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    programs = parser.parse_args().bin
    done = subprocess.run([programs + "/timing_table", "--iterations", "20", "--elements", "10", "--single-threaded",
                           programs, "--json"], check=True, capture_output=True, text=True, timeout=100)
    cells = json.loads(done.stdout)["cells"]
    found = [(cell["row"], cell["operation"]) for cell in cells]
    expected = {(row, operation) for row in ("mt_iiop", "st_iiop", "mt_flow", "st_flow")
                for operation in ONEWAYS | CALLS}
    assert len(found) == len(expected) and set(found) == expected, found
    for cell in cells:
        check(cell)
    assert any(cell.get("delivered") for cell in cells), cells
    check_foreign(programs)
    wrong = subprocess.run([programs + "/timing_server", "--ior-dir", "/tmp", "--protocol", "flow", "--qos",
                            "protocol=iiop"], capture_output=True, text=True, timeout=100)
    assert wrong.returncode == 2 and "--protocol" in wrong.stderr, wrong
    wrong = subprocess.run([programs + "/timing_client", "--reqreply", "x", "--oneway", "x", "--protocol", "flow",
                            "--operation", "rpc_prim_seq"], capture_output=True, text=True, timeout=100)
    assert wrong.returncode == 2 and "oneways only" in wrong.stderr, wrong


if __name__ == "__main__":
    sys.exit(main())
