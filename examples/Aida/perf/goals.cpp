#include "perf/goals.hpp"

#include "measure/clock.hpp"
#include "measure/giop_sizes.hpp"
#include "measure/statistics.hpp"
#include "measure/table.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>

namespace perf {
namespace {

constexpr std::size_t gets_per_turn = 50;
constexpr std::size_t warm_up_turns = 5;
constexpr std::size_t long_gets = 30;
constexpr const char* datum = "TEST:MAGNET1//BDES";
constexpr double at_quantile = 0.999;

double quantile(std::vector<double> times, double share) { return measure::quantile(times, share); }

struct Contender {
  std::string name;
  Get get;
  std::size_t gets;  // in a turn
  Run run;
};

void take_turns(std::vector<Contender>& contenders, std::size_t rounds) {
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      Contender& contender = contenders[(i + round) % contenders.size()];  // in a different order in each round
      repeat(contender.run, contender.get, contender.gets);
    }
  }
}

// A call over the bare sockets, with the message sizes of a call to the bare servant.
Get socket_call(const BareSockets& sockets, const std::string& bare_ior) {
  constexpr std::uint32_t reply_octets = 32;
  constexpr std::uint32_t no_parameters = 4;
  auto sizes = measure::giop_sizes(measure::object_key_octets(bare_ior), "get_double",
                                   static_cast<std::uint32_t>(std::strlen(datum)), false);
  sizes.request += no_parameters;
  sizes.reply = reply_octets;
  const auto client = std::make_shared<measure::SocketClient>(sockets.port(), sizes);
  return [client] { client->call(); };
}

// A call over the bare sockets that returns the longs, and a copy of them, as a decoder has to make it.
Get socket_longs(const BareSockets& sockets) {
  constexpr std::uint32_t request_octets = 128;
  constexpr std::uint32_t octets = many_longs * sizeof(std::int32_t);
  const auto client =
      std::make_shared<measure::SocketClient>(sockets.port(), measure::MessageSizes{request_octets, octets, 0});
  struct Buffers {
    std::vector<char> from = std::vector<char>(octets, 'x');
    std::vector<char> to = std::vector<char>(octets);
  };
  const auto buffers = std::make_shared<Buffers>();
  return [client, buffers] {
    client->call();
    std::memcpy(buffers->to.data(), buffers->from.data(), octets);
  };
}

std::string first_line_of(const std::string& url) {
  std::ifstream in(url.substr(std::string("file://").size()));
  std::string line;
  std::getline(in, line);
  return line;
}

Goal quotient(const std::string& what, const Contender& one, const Contender& other, double limit) {
  const double dividend = quantile(one.run.times_us, 0.5);
  const double divisor = quantile(other.run.times_us, 0.5);
  return {what, dividend / divisor, limit, true,
          one.name + ' ' + time_text(dividend) + " / " + other.name + ' ' + time_text(divisor) + ", medians"};
}

Goal excursions(const Contender& one, const Contender& other) {
  const auto of = [](const Contender& contender) {
    return quantile(contender.run.times_us, at_quantile) / quantile(contender.run.times_us, 0.5);
  };
  return {"excursions: p99.9 over p50, beside the socket's", of(one) / of(other), 1.3, true,
          measure::fixed(of(one), 2) + " / " + measure::fixed(of(other), 2)};
}

Goal long_throughput(const Contender& longs, const Contender& bare) {
  const double own = quantile(longs.run.times_us, 0.5);
  const double least = quantile(bare.run.times_us, 0.5);
  return {"a million longs: throughput of sockets and a copy", least / own, 0.7, false,
          time_text(least) + " / " + time_text(own) + ", medians of " + std::to_string(long_gets)};
}

Goal saw_tooth(const Contender& longs, const Contender& bare) {
  const auto slowest_of = [](const Contender& contender) {
    return *std::max_element(contender.run.times_us.begin(), contender.run.times_us.end());
  };
  const double median = quantile(longs.run.times_us, 0.5);
  const double bare_ratio = slowest_of(bare) / quantile(bare.run.times_us, 0.5);
  return {"a million longs: the slowest of 30 over the median", slowest_of(longs) / median, 1.5, true,
          time_text(slowest_of(longs)) + " / " + time_text(median) + "; of sockets and a copy " +
              measure::fixed(bare_ratio, 2)};
}

}  // namespace

std::vector<Goal> compare(aida::Access& access, const dimma::EngineeringQoS& qos, const std::string& bare_url,
                          const BareSockets& sockets, std::size_t rounds) {
  const auto bare = std::make_shared<dimma::Binding<Aida::Provider>>(
      dimma::bind(IDL::traits<Aida::Provider>::narrow(access.orb()->string_to_object(bare_url)), qos));
  enum { socket, call, ref, simple, value, structure };
  std::vector<Contender> small = {
      {"socket", socket_call(sockets, first_line_of(bare_url)), gets_per_turn, {}},
      {"bare call", [bare, name = std::string(datum)] { (*bare)->get_double(name, {}); }, gets_per_turn, {}},
      {"ref.get double", get_test(3).make(access, qos), gets_per_turn, {}},
      {"simple get double", get_test(1).make(access, qos), gets_per_turn, {}},
      {"ref.get DaValue", get_test(5).make(access, qos), gets_per_turn, {}},
      {"ref.get struct by Any", get_test(6).make(access, qos), gets_per_turn, {}},
  };
  take_turns(small, warm_up_turns);
  for (Contender& contender : small) contender.run.times_us.clear();
  take_turns(small, rounds);

  std::vector<Contender> large = {
      {"socket and copy", socket_longs(sockets), 1, {}},
      {"ref.get longs", ref_get_longs(access, qos, "HIST:LONGS//VALUES", many_longs), 1, {}},
  };
  take_turns(large, warm_up_turns);
  for (Contender& contender : large) contender.run.times_us.clear();
  take_turns(large, long_gets);

  return {quotient("ref.get double over a bare typed call", small[ref], small[call], 1.1),
          quotient("simple get over ref.get", small[simple], small[ref], 3),
          quotient("ref.get DaValue over ref.get double", small[value], small[ref], 2),
          quotient("ref.get struct by Any over ref.get double", small[structure], small[ref], 1.5),
          long_throughput(large[1], large[0]),
          saw_tooth(large[1], large[0]),
          excursions(small[ref], small[socket])};
}

void print(const std::vector<Goal>& goals, std::ostream& out) {
  measure::TextTable table({"what", "ratio", "asked", "", "figures"});
  for (const Goal& goal : goals) {
    table.add({goal.what, measure::fixed(goal.value, 2),
               (goal.is_at_most ? "<= " : ">= ") + measure::fixed(goal.limit, 1), goal.is_met() ? "yes" : "no",
               goal.how});
  }
  table.print(out);
}

}  // namespace perf
