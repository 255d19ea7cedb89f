// TLS: calls, large messages, handshakes and idle connections, compared with a bare loop over OpenSSL and openssl
// s_time.

#include "experiment.hpp"
#include "measure/command_line.hpp"
#include "measure/free_port.hpp"
#include "measure/json.hpp"
#include "measure/machine.hpp"
#include "measure/memory.hpp"
#include "measure/spread.hpp"
#include "measure/table.hpp"
#include "tls_ends.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <random>

namespace bench {
namespace {

using measure::fixed;
using measure::Summary;

constexpr const char* full_qos = "processing=nullTask,messages=1";
constexpr const char* null_rpc = "rpc_null_param";
// The octets of a request without its sequence, and of a reply without results.
constexpr std::size_t octets_request_more = 80;
constexpr std::size_t octets_reply = 24;
constexpr std::size_t descriptors_of_others = 100;
constexpr auto crowd_max = std::chrono::minutes(5);

struct Asked {
  std::size_t turns = 9;
  std::size_t calls = 4000;
  std::size_t octets = std::size_t{64} << 20;
  std::size_t handshakes = 300;
  std::size_t seconds = 1;
  std::size_t connections = 10'000;
  bool json = false;
};

// A contender's figure in each turn: microseconds per call, octets per second, or handshakes per second.
struct Row {
  std::string what;
  std::string who;
  std::string unit;
  std::vector<double> turns;
};

struct Ratio {
  std::string what;
  std::vector<double> turns;  // the ratio of the figures of each turn
  double limit = 0;           // 0: none
  bool at_most = false;

  double value() const { return measure::median(turns); }
  bool is_met() const { return at_most ? value() <= limit : value() >= limit; }
};

struct Memory {
  std::string transport;
  std::size_t connections;
  double octets_each;
};

struct Results {
  std::vector<Row> rows;
  std::vector<Ratio> ratios;
  std::vector<Memory> memory;
};

Ratio ratio_of(std::string what, const Row& one, const Row& other, double limit = 0, bool at_most = false) {
  Ratio ratio{std::move(what), {}, limit, at_most};
  for (std::size_t i = 0; i < one.turns.size(); ++i) ratio.turns.push_back(one.turns[i] / other.turns[i]);
  return ratio;
}

// A row for each entrant, with the results of `figure` for its summaries.
std::vector<Row> measure_lineup(const std::vector<Entrant>& entrants, const std::string& operation, std::size_t calls,
                                std::size_t turns, const Row& like,
                                const std::function<double(const Summary&)>& figure) {
  Lineup lineup(entrants, measure::apart(), operation, 1, calls, {1, 1, 0});
  std::vector<Row> rows;
  for (const Entrant& entrant : entrants) rows.push_back({like.what, entrant.name, like.unit, {}});
  for (std::size_t turn = 0; turn < turns; ++turn) {
    const auto summaries = lineup.turn(calls);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].turns.push_back(figure(summaries[i]));
  }
  return rows;
}

std::string over(const char* transport, const char* qos) { return std::string("transport=") + transport + ',' + qos; }

// The sizes of the messages that TLS carries, which are those of messages without TLS.
measure::MessageSizes null_rpc_sizes() {
  const auto qos = over("tcp", full_qos);
  return measure::TimeServer("time_server", {"--qos", qos}, {}).message_sizes(null_rpc);
}

void measure_calls(const TlsEnds& ends, const Asked& asked, Results& results) {
  const auto sizes = null_rpc_sizes();
  const auto tcp = over("tcp", full_qos);
  auto rows = measure_lineup(
      {ends.bare(sizes.request, sizes.reply), ends.dimma("dimma, Full QoS", "time", over("tls", full_qos)),
       ends.dimma("dimma, default QoS", "time", "transport=tls"), dimma_with("dimma, Full QoS, without TLS", tcp, tcp)},
      null_rpc, asked.calls, asked.turns, {"null RPC", "", "us", {}},
      [](const Summary& summary) { return summary.p50_us; });
  results.ratios.push_back(
      ratio_of("null RPC, Full QoS: time to that of the bare loop over TLS", rows[1], rows[0], 1.05, true));
  results.ratios.push_back(ratio_of("null RPC, default QoS: time to that of the bare loop", rows[2], rows[0]));
  results.ratios.push_back(ratio_of("null RPC, Full QoS: time to that without TLS", rows[1], rows[3]));
  std::move(rows.begin(), rows.end(), std::back_inserter(results.rows));
}

void measure_octets(const TlsEnds& ends, const Asked& asked, Results& results) {
  const std::string count = std::to_string(asked.octets);
  const auto tcp = over("tcp", full_qos);
  const std::vector<std::string> sizes = {"--sizes", count};
  Entrant plain{"dimma, Full QoS, without TLS", {"sizes_server", "--qos", tcp}, {"sizes_client", "--qos", tcp}};
  plain.client.insert(plain.client.end(), sizes.begin(), sizes.end());
  const std::string operation = "octet/" + count;
  Entrant bare = ends.bare(asked.octets + octets_request_more, octets_reply);
  bare.client.insert(bare.client.end(), {"--operation", operation});
  const auto octets = static_cast<double>(asked.octets);
  auto rows = measure_lineup({bare, ends.dimma("dimma, Full QoS", "sizes", over("tls", full_qos), sizes), plain},
                             operation, 2, asked.turns, {count + " octets in one call", "", "10^6 octets/s", {}},
                             [octets](const Summary& summary) { return octets / summary.mean_us; });
  results.ratios.push_back(
      ratio_of(count + " octets: rate to that of the bare loop over TLS", rows[1], rows[0], 0.9, false));
  results.ratios.push_back(ratio_of(count + " octets: rate to that without TLS", rows[1], rows[2]));
  std::move(rows.begin(), rows.end(), std::back_inserter(results.rows));
}

// The turns of handshakes with two servers: the bare client and s_time with each, and dimma's client with dimma's
// server.
class HandshakeTurns {
 public:
  HandshakeTurns(const TlsEnds& ends, const Asked& asked) : ends_(ends), asked_(asked) {
    const std::uint16_t port = measure::free_port();
    auto options = ends.dimma_server_options();
    options.insert(options.end(),
                   {"--qos", "transport=tls", "--dimma-endpoint", "ssliop://127.0.0.1:" + std::to_string(port)});
    dimma_.emplace("tls_time_server", options, where_.server);
    bare_.emplace("bare_tls_server", ends.bare_server_options(), where_.server);
    add_all("dimma's server", port);
    add_all("bare server", static_cast<std::uint16_t>(std::stoul(bare_->reqreply())));
    add_dimma_client();
  }

  std::vector<Row> take() {
    std::vector<std::size_t> order(takers_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::mt19937 random(2046);
    for (std::size_t turn = 0; turn < asked_.turns; ++turn) {
      std::shuffle(order.begin(), order.end(), random);
      for (const std::size_t i : order) rows_[i].turns.push_back(takers_[i]());
    }
    return rows_;
  }

 private:
  measure::Contender& start_client(const std::string& program, const std::string& reference,
                                   const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {measure::program_folder() + '/' + program, "--reqreply", reference,
                                          "--turns"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return clients_.emplace_back(measure::Child::start(arguments, where_.client));
  }
  void add_client(measure::Contender& client, const std::string& kind, std::string what, std::string who) {
    warm_up(client, kind, asked_.handshakes, true);
    add_taker(std::move(what), std::move(who),
              [this, &client, kind] { return client.run(kind, asked_.handshakes).calls_per_s; });
  }
  // Adds the clients of one server, in the same order for each.
  void add_all(const std::string& server, std::uint16_t port) {
    const std::string reference = std::to_string(port);
    auto options = ends_.bare_client_options();
    options.insert(options.end(), {"--oneway", reference});
    auto& bare = start_client("bare_tls_client", reference, options);
    for (const char* const kind : {"full", "resumed"}) {
      add_client(bare, kind, std::string(kind) + " handshakes", server + ", bare client");
    }
    const auto add_s_time = [&](const char* what, const char* option, TlsEnds::Handshakes kind) {
      add_taker(what, server + ", openssl s_time " + option, [this, port, kind] {
        return ends_.s_time_rate(port, kind, std::chrono::seconds(asked_.seconds), where_.client);
      });
    };
    add_s_time("full handshakes", "-new", TlsEnds::Handshakes::full);
    add_s_time("resumed handshakes of TLS 1.2", "-reuse", TlsEnds::Handshakes::resumed_of_1_2);
  }
  void add_dimma_client() {
    auto options = ends_.dimma_client_options();
    options.insert(options.end(), {"--transport", "tls"});
    add_client(start_client("tls_scale_client", dimma_->reqreply(), options), "connect", "resumed handshakes",
               "dimma's server, dimma's client, a call over each");
  }
  void add_taker(std::string what, std::string who, std::function<double()> taker) {
    rows_.push_back({std::move(what), std::move(who), "/s", {}});
    takers_.push_back(std::move(taker));
  }

  const TlsEnds& ends_;
  const Asked& asked_;
  const measure::Placement where_ = measure::apart();
  std::optional<measure::TimeServer> dimma_;
  std::optional<measure::TimeServer> bare_;
  std::list<measure::Contender> clients_;
  std::vector<Row> rows_;
  std::vector<std::function<double()>> takers_;
};

void measure_handshakes(const TlsEnds& ends, const Asked& asked, Results& results) {
  auto rows = HandshakeTurns(ends, asked).take();
  const std::size_t kinds = rows.size() / 2;  // each server has as many; the last row is that of dimma's client
  for (std::size_t i = 0; i < kinds; ++i) {
    const bool is_s_time = rows[i].who.find("s_time") != std::string::npos;
    results.ratios.push_back(ratio_of(
        rows[i].what + (is_s_time ? " of s_time" : "") + ": dimma's server to the bare one", rows[i], rows[kinds + i]));
  }
  constexpr std::size_t bare_resumed = 1;
  results.ratios.push_back(ratio_of("resumed handshakes with dimma's server: dimma's client to the bare one",
                                    rows.back(), rows[bare_resumed]));
  std::move(rows.begin(), rows.end(), std::back_inserter(results.rows));
}

std::size_t connections_possible(std::size_t asked) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return asked;
  const std::size_t most =
      limit.rlim_cur > 2 * descriptors_of_others ? limit.rlim_cur - descriptors_of_others : limit.rlim_cur / 2;
  return std::min(asked, most);
}

Memory measure_memory(const std::string& transport, const std::string& program, std::vector<std::string> server_options,
                      const std::vector<std::string>& client_options, std::size_t connections) {
  server_options.insert(server_options.end(), {"--qos", "transport=" + transport, "--dimma-idle", "0s"});
  const measure::TimeServer server(program + "time_server", server_options, {});
  std::vector<std::string> client = {measure::program_folder() + '/' + program + "scale_client",
                                     "--reqreply",
                                     server.reqreply(),
                                     "--transport",
                                     transport,
                                     "--connections"};
  const auto crowd_of = [&](std::size_t count) {
    auto arguments = client;
    arguments.push_back(std::to_string(count));
    arguments.insert(arguments.end(), client_options.begin(), client_options.end());
    auto crowd = measure::Child::start(arguments);
    crowd.wait_for_line("ready", crowd_max);
    return crowd;
  };
  const auto first = crowd_of(1);  // allocates what all connections share
  const auto before = static_cast<double>(measure::private_octets(server.id()));
  const auto crowd = crowd_of(connections);
  const auto with = static_cast<double>(measure::private_octets(server.id()));
  return {transport, connections, (with - before) / static_cast<double>(connections)};
}

void measure_connections(const TlsEnds& ends, const Asked& asked, Results& results) {
  const std::size_t connections = connections_possible(asked.connections);
  results.memory.push_back(
      measure_memory("tls", "tls_", ends.dimma_server_options(), ends.dimma_client_options(), connections));
  results.memory.push_back(measure_memory("tcp", "", {}, {}, connections));
}

std::string ratio_text(const Ratio& ratio) {
  const auto interval = measure::median_interval(ratio.turns);
  std::string text = ratio.what + ": " + fixed(ratio.value(), 3) + " (" + fixed(interval.low, 3) + " to " +
                     fixed(interval.high, 3) + ')';
  if (ratio.limit == 0) return text;
  return text + ", goal: at " + (ratio.at_most ? "most " : "least ") + fixed(ratio.limit, 2) + ", " +
         (ratio.is_met() ? "met" : "missed");
}

void print_text(const Results& results, const Asked& asked) {
  measure::TextTable table({"over TLS", "", "median", "of turns from", "to", ""});
  for (const Row& row : results.rows) {
    const auto interval = measure::median_interval(row.turns);
    table.add({row.what, row.who, fixed(measure::median(row.turns), 1), fixed(interval.low, 1), fixed(interval.high, 1),
               row.unit});
  }
  table.print(std::cout);
  std::cout << '\n';
  for (const Ratio& ratio : results.ratios) std::cout << ratio_text(ratio) << '\n';
  for (const Memory& memory : results.memory) {
    std::cout << memory.connections << " idle connections, transport=" << memory.transport << ": "
              << fixed(memory.octets_each, 0) << " octets each of the server's own memory\n";
    if (memory.connections < asked.connections) {
      std::cout << "  (the limit of open files, ulimit -n, allows no more of the " << asked.connections << ")\n";
    }
  }
  std::cout
      << "\nTLS 1.3 with TLS_AES_256_GCM_SHA384 and a certificate of P-256 but where it says otherwise. Medians over "
      << asked.turns
      << " turns, with\ntheir 95 percent intervals; ratios are of the same turn. Times of calls are p50.\nMachine: "
      << measure::describe_machine() << '\n';
}

void print_json(const Results& results, const Asked& asked) {
  measure::JsonWriter json(std::cout);
  const auto add_interval = [&](const std::vector<double>& turns) {
    const auto interval = measure::median_interval(turns);
    json.member("value", measure::median(turns)).member("low", interval.low).member("high", interval.high);
  };
  json.open_object().member("experiment", "tls").member("turns", asked.turns);
  json.member("machine", measure::describe_machine()).key("results").open_array();
  for (const Row& row : results.rows) {
    json.open_object().member("what", row.what).member("who", row.who).member("unit", row.unit);
    add_interval(row.turns);
    json.close_object();
  }
  json.close_array().key("ratios").open_array();
  for (const Ratio& ratio : results.ratios) {
    json.open_object().member("what", ratio.what);
    add_interval(ratio.turns);
    if (ratio.limit != 0) {
      json.member("limit", ratio.limit).member("at_most", ratio.at_most).member("met", ratio.is_met());
    }
    json.close_object();
  }
  json.close_array().key("memory").open_array();
  for (const Memory& memory : results.memory) {
    json.open_object().member("transport", memory.transport).member("connections", memory.connections);
    json.member("connections_asked", asked.connections).member("octets_each", memory.octets_each).close_object();
  }
  json.close_array().close_object();
}

}  // namespace

int run_tls(int argc, const char* const* argv) {
  Asked asked;
  measure::CommandLine command_line(
      "dimma-bench tls [--turns N] [--calls N] [--octets N] [--handshakes N] [--seconds N] [--connections N]\n"
      "                       [--json]",
      "Times calls over TLS and large messages beside a bare loop of SSL_write and SSL_read on blocking sockets, and\n"
      "handshakes with dimma's server beside those with a bare one, by the bare client and by openssl s_time; "
      "measures\n"
      "what memory idle connections take at the server, with TLS and without. Makes its certificate with openssl.");
  command_line.count("turns", asked.turns, "turns of each contender (9)")
      .count("calls", asked.calls, "null RPCs in a turn (4000)")
      .count("octets", asked.octets, "of a large message (67108864)", std::size_t{1} << 30)
      .count("handshakes", asked.handshakes, "in a turn of the bare client (300)")
      .count("seconds", asked.seconds, "how long a turn of s_time is, at least (1)", 3600)
      .count("connections", asked.connections, "idle ones, as far as the limit of open files allows (10000)", 1'000'000)
      .toggle("json", asked.json, "report as JSON");
  if (!command_line.parse(argc, argv)) return 0;
  const TlsEnds ends;
  Results results;
  measure_calls(ends, asked, results);
  measure_octets(ends, asked, results);
  measure_handshakes(ends, asked, results);
  measure_connections(ends, asked, results);
  asked.json ? print_json(results, asked) : print_text(results, asked);
  return 0;
}

}  // namespace bench
