// The experiments of a report.

#include "report/experiments.hpp"

namespace bench {
namespace {

const Planned planned[] = {
    {.name = "null-rpc",
     .share = 30,
     .run = report_null_rpc,
     .title = "A call without parameters, by QoS",
     .question =
         "What a call costs, what of it is the layer below, and how it spreads: each QoS of the report's table, "
         "each transport, the peers, and the bare programs with as many octets.",
     .plots = {"net", "box", "distribution"}},
    {.name = "agreement",
     .share = 4,
     .run = report_agreement,
     .title = "This laboratory beside plain programs",
     .question =
         "Whether the figures here are those that anybody else would find: a loop of calls between two readings of "
         "the clock, in programs that share nothing with this one, in the same turns.",
     .plots = {"agreement"}},
    {.name = "oneway",
     .share = 9,
     .run = report_oneway,
     .title = "A oneway, at its sender",
     .question =
         "What it takes to hand a message without parameters over. The time is the caller's; when a turn is over, "
         "an answer is waited for, so that nothing is left behind. Of the peers beside omniORB, ZeroC Ice alone "
         "has calls without an answer.",
     .plots = {"net", "box"}},
    {.name = "sizes",
     .share = 170,
     .run = report_sizes,
     .title = "Arguments, by type and size",
     .question = "What an argument costs: a fixed part for each call, and one for each octet, gross and net of a bare "
                 "socket that moves as many octets. An Any's contents are taken out at the server.",
     .plots = {"by-type", "parts"},
     .axis = "octets",
     .by_octets = true},
    {.name = "characters",
     .share = 30,
     .run = report_characters,
     .title = "Characters, converted and as they are",
     .question =
         "What it costs that the two ends agree on another code set than their own: strings of ISO 8859-1 as they "
         "are, strings that travel as UTF-8, and wide ones, which travel as UTF-16; one letter in eight is "
         "accented.",
     .plots = {"line", "parts"},
     .axis = "characters",
     .by_octets = true},
    {.name = "read-ahead",
     .share = 9,
     .run = report_read_ahead,
     .title = "Read-ahead",
     .question =
         "What it is worth to take more than a message's header by one receive call, by the size of an argument "
         "of octets. Full QoS, over TCP.",
     .plots = {"to-lower", "line"},
     .axis = "octets",
     .by_octets = true},
    {.name = "loans",
     .share = 25,
     .run = report_loans,
     .title = "Loaned sequences",
     .question =
         "What a call over shared memory takes with a sequence of octets that is loaned, which its message only says "
         "the place of, and with one that is copied, by its size; beside a bare loop over shared memory that moves no "
         "more than the messages of a null call, omniORB over TCP, and octets loaned by iceoryx2, where it is built.",
     .plots = {"line", "to-lower"},
     .axis = "octets",
     .by_octets = true},
    {.name = "flow",
     .share = 12,
     .run = report_flow,
     .title = "Flow over UDP",
     .question =
         "Messages a second at the sender, each at once and in batches (batch-delay=100us), beside bare loops of "
         "send and of segmentation offload. What a sender is worth is to be read with the share that arrived.",
     .plots = {"rate", "delivered"},
     .axis = "octets"},
    {.name = "buffers",
     .share = 25,
     .run = report_buffers,
     .title = "Message buffers, by NML's measures",
     .question =
         "Maximum, average and processor time of a read or write, throughput and latency, across protocol, option "
         "and size, as NML's nmlperf has them: one process writes while another reads.",
     .plots = {"rate", "read-write", "longest", "processor", "latency"},
     .axis = "octets"},
    {.name = "threads",
     .share = 35,
     .run = report_threads,
     .title = "Many threads of one client",
     .question = "How the rate grows, and how long a call takes, when 1 to 64 threads of a process call one server at "
                 "once. Time over the number of threads takes out that they share the processors. (A client of Cap'n "
                 "Proto belongs to one thread.)",
     .plots = {"rate", "per-thread", "line"},
     .axis = "threads"},
    {.name = "asynchronous",
     .share = 50,
     .run = report_asynchronous,
     .title = "Many calls in progress from one thread",
     .question =
         "What becomes of a call's time, and of the rate, when one thread of a client awaits 1 to 10,000 calls at a "
         "time at one thread of a server: dimma's coroutines, gRPC's completion queues and Cap'n Proto's event loop, "
         "beside a thread that blocks in each call. A call's time is a turn's, divided by the number of its calls.",
     .plots = {"rate", "line"},
     .axis = "calls in progress"},
    {.name = "busy",
     .share = 25,
     .run = report_busy,
     .title = "Many clients at once",
     .question =
         "The rate of a server with default QoS whose clients call all the time, with 16 calls in progress on each "
         "connection, and with 64 on all connections together, which call one after the other; beside a bare epoll "
         "server with as many octets. One client program calls both. (A call's time is that of all in progress.)",
     .plots = {"rate", "line"},
     .axis = "connections"},
    {.name = "pools",
     .share = 12,
     .run = report_pools,
     .title = "A server's pool, by its size",
     .question = "Eight threads call a server whose messages are processed by a pool of so many threads "
                 "(processing=pool(n)), and one whose clients have a channel with so many threads of its own.",
     .plots = {"rate", "line"},
     .axis = "threads in the pool"},
    {.name = "connections",
     .share = 20,
     .run = report_connections,
     .title = "Idle connections",
     .question =
         "What becomes of a caller beside so many connections that are quiet, each of which has carried a call, "
         "and what memory each takes at the server.",
     .plots = {"line", "memory"},
     .axis = "connections"},
    {.name = "objects",
     .share = 8,
     .run = report_objects,
     .title = "Active objects",
     .question =
         "Whether a call takes longer at a server with many objects. Each call goes to one chosen at random of up "
         "to 1,000 that are spread over all; the first call to each of them is measured apart.",
     .plots = {"line", "memory"},
     .axis = "objects"},
    {.name = "growth",
     .share = 20,
     .run = report_growth,
     .title = "What a call is looked up in, growing",
     .question =
         "Whether a call takes longer when its interface has more operations, its server more POAs, or its client more "
         "bindings. Each call goes to one chosen at random of up to 1,000 that are spread over all.",
     .plots = {"line"},
     .axis = "operations, POAs or bindings"},
#ifdef DIMMA_HAS_SEALED
    {.name = "sealed",
     .share = 15,
     .run = report_sealed,
     .title = "Calls that take nothing from the heap",
     .question =
         "What a call without parameters takes whose channel is sealed (memory=sealed), beside the same channel as "
         "it is; and how often calls of each kind, exceptions, forwards and timeouts among them, take anything "
         "from the heap at either end.",
     .plots = {"box"}},
#endif
    {.name = "over-time",
     .share = 18,
     .run = report_over_time,
     .title = "Latency over time",
     .question =
         "Whether calls take the same time all along, and how far the slow ones lie from the usual ones: a point "
         "for each turn, in the order in which they were taken.",
     .plots = {"over-time", "distribution"}},
};

}  // namespace

std::span<const Planned> planned_experiments() { return planned; }

}  // namespace bench
