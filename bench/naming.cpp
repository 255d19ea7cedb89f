// The naming service: how fast it resolves and binds, compared with omniNames and a bare SQLite loop.

#include "experiment.hpp"
#include "measure/command_line.hpp"
#include "measure/json.hpp"
#include "measure/machine.hpp"
#include "measure/table.hpp"
#include "naming_services.hpp"
#include "numbers.hpp"

#include <algorithm>
#include <iostream>
#include <list>
#include <numeric>
#include <optional>
#include <random>

namespace bench {
namespace {

using measure::fixed;
using measure::Summary;

constexpr std::size_t omni_bindings_max = 100'000;  // its time for a binding grows with their number
constexpr std::size_t memory_bindings_min = 1'000;  // the memory of fewer is less than the allocator's noise
constexpr std::size_t omni_quick_max = 2'000;
constexpr std::size_t omni_goal_bindings = 100'000;
constexpr std::size_t ready_goal_bindings = 1'000'000;

struct Asked {
  std::size_t turns = 9;
  std::size_t turn_ms = 300;
  std::size_t fill_within_s = 900;
  std::string bindings = "10,100000,1000000";
  std::string clients = "1,4";
  std::string binders = "1,16,64";
  bool quick = false;
  bool json = false;
};

struct Row {
  std::string service;
  std::string operation;
  std::size_t bindings;  // 0: the turns make them
  std::size_t clients;
  measure::Contender client;
  std::size_t calls = 0;
  std::vector<Summary> turns = {};
};

struct Service {
  std::unique_ptr<NamingServer> server;
  std::size_t asked;  // the requested bindings; omniNames may have fewer
  double octets_a_binding = 0;
};

struct Goal {
  std::string what;
  double value;
  double limit;
  bool at_most = false;
  bool is_met() const { return at_most ? value <= limit : value >= limit; }
};

double rate_of(const Row& row) { return measure::median_of(row.turns).calls_per_s; }

double rate_ratio(const Row& one, const Row& other) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < one.turns.size(); ++i) {
    ratios.push_back(one.turns[i].calls_per_s / other.turns[i].calls_per_s);
  }
  return measure::median(std::move(ratios));
}

class Field {
 public:
  explicit Field(const Asked& asked) : asked_(asked) {}

  void prepare() {
    const auto sizes = numbers("--bindings", asked_.bindings, 100'000'000);
    const auto clients = numbers("--clients", asked_.clients, 1'000);
    const auto binders = numbers("--binders", asked_.binders, 1'000);
    for (const std::size_t size : sizes) {
      add_dimma(size);
      if (OmniNames::is_installed() && size <= (asked_.quick ? omni_quick_max : omni_bindings_max)) {
        services_.push_back(
            {std::make_unique<OmniNames>(where_, size, std::chrono::seconds(asked_.fill_within_s)), size});
      }
    }
    for (Service& service : services_) {
      service.server->load();
      service.octets_a_binding = service.server->octets_a_binding();
      for (const std::size_t count : clients) {
        add({service.server->name(), "resolve", service.asked, count, service.server->client(count)});
      }
    }
    const auto& changed = services_.emplace_back(Service{std::make_unique<DimmaNaming>(where_, 0), 0});
    for (const std::size_t count : binders) {
      add({changed.server->name(), "bind", 0, count, changed.server->client(count)});
    }
    add({"bare SQLite", "bind", 0, 1,
         measure::Contender(measure::Child::start(
             {measure::program_folder() + "/naming_store", "--bare", folder_.path() + "/bare.db"}, where_.server))});
    if (Etcd::is_installed()) prepare_etcd(*std::min_element(sizes.begin(), sizes.end()), binders);
  }

  void measure() {
    std::vector<Row*> order;
    for (Row& row : rows_) order.push_back(&row);
    std::mt19937 random(2046);
    for (std::size_t turn = 0; turn < asked_.turns; ++turn) {
      std::shuffle(order.begin(), order.end(), random);
      for (Row* const row : order) row->turns.push_back(row->client.run(row->operation, row->calls));
    }
  }

  const Row* row(const std::string& service, const std::string& operation, std::size_t bindings,
                 std::size_t clients) const {
    for (const Row& row : rows_) {
      if (row.service == service && row.operation == operation && row.bindings == bindings && row.clients == clients) {
        return &row;
      }
    }
    return nullptr;
  }

  const std::list<Row>& rows() const { return rows_; }
  const std::list<Service>& services() const { return services_; }
  const std::vector<double>& starts_s() const { return starts_s_; }
  const std::vector<double>& stops_s() const { return stops_s_; }
  std::size_t most() const { return most_; }

 private:
  void prepare_etcd(std::size_t bindings, const std::vector<std::size_t>& binders) {
    etcd_.emplace(where_);
    add({"bare etcd", "bind", 0, 1, etcd_->puts()});
    const auto& service = services_.emplace_back(Service{std::make_unique<DimmaNaming>(where_, *etcd_, bindings), 0});
    add({service.server->name(), "resolve", bindings, 1, service.server->client(1)});
    for (const std::size_t count : binders) {
      add({service.server->name(), "bind", 0, count, service.server->client(count)});
    }
  }

  void add_dimma(std::size_t size) {
    auto server = std::make_unique<DimmaNaming>(where_, size);
    if (size >= most_) {
      most_ = size;
      starts_s_.clear();
      stops_s_.clear();
      for (int i = 0; i < 3; ++i) {
        server->restart();
        starts_s_.push_back(server->started_s());
        stops_s_.push_back(server->stopped_s());
      }
    }
    services_.push_back({std::move(server), size});
  }

  // Determines the number of calls in a turn, which warms the client up.
  void add(Row row) {
    Row& added = rows_.emplace_back(std::move(row));
    const std::size_t few = 4 * added.clients;
    added.client.run(added.operation, few);
    const Summary seen = added.client.run(added.operation, few);
    const double calls = seen.calls_per_s * static_cast<double>(asked_.turn_ms) / 1'000;
    added.calls = std::max(few, static_cast<std::size_t>(calls));
    added.client.run(added.operation, added.calls);
    added.client.forget(added.operation);
  }

  const Asked& asked_;
  const measure::Placement where_ = measure::apart();
  const measure::TemporaryFolder folder_;
  std::optional<Etcd> etcd_;
  std::list<Service> services_;
  std::list<Row> rows_;  // declared last, so that the clients end before the services
  std::size_t most_ = 0;
  std::vector<double> starts_s_;
  std::vector<double> stops_s_;
};

std::vector<Goal> goals_of(const Field& field, const Asked& asked) {
  const auto sizes = numbers("--bindings", asked.bindings, 100'000'000);
  const std::size_t least = *std::min_element(sizes.begin(), sizes.end());
  std::vector<Goal> goals;
  const auto add = [&](const std::string& what, const Row* one, const Row* other, double limit) {
    if (one != nullptr && other != nullptr) goals.push_back({what, rate_ratio(*one, *other), limit});
  };
  const auto resolves = [&](const char* service, std::size_t size) { return field.row(service, "resolve", size, 1); };
  add("resolves to omniNames, " + std::to_string(least) + " bindings", resolves("dimma-naming", least),
      resolves("omniNames", least), 1);
  add("resolves to omniNames, 100000 bindings", resolves("dimma-naming", omni_goal_bindings),
      resolves("omniNames", omni_goal_bindings), 40);
  if (field.most() != least) {
    add("resolves with " + std::to_string(field.most()) + " bindings to " + std::to_string(least),
        resolves("dimma-naming", field.most()), resolves("dimma-naming", least), 0.9);
  }
  if (field.most() >= ready_goal_bindings) {
    goals.push_back({"seconds until it answers, " + std::to_string(field.most()) + " bindings",
                     measure::median(field.starts_s()), 2, true});
  }
  const Row* const alone = field.row("dimma-naming", "bind", 0, 1);
  add("binds of one client to the bare SQLite loop", alone, field.row("bare SQLite", "bind", 0, 1), 0.7);
  add("binds on etcd of one client to bare puts", field.row("dimma-naming, etcd", "bind", 0, 1),
      field.row("bare etcd", "bind", 0, 1), 0.7);
  add("resolves on etcd to those on SQLite, " + std::to_string(least) + " bindings",
      field.row("dimma-naming, etcd", "resolve", least, 1), resolves("dimma-naming", least), 0.9);
  for (const std::size_t count : numbers("--binders", asked.binders, 1'000)) {
    if (count == 1) continue;
    add("binds of " + std::to_string(count) + " clients to one", field.row("dimma-naming", "bind", 0, count), alone, 1);
  }
  return goals;
}

void print_text(const Field& field, const Asked& asked) {
  measure::TextTable table({"", "operation", "bindings", "clients", "calls/s", "p50 us", "p99 us"});
  for (const Row& row : field.rows()) {
    const Summary typical = measure::median_of(row.turns);
    table.add({row.service, row.operation, row.bindings == 0 ? "-" : std::to_string(row.bindings),
               std::to_string(row.clients), fixed(typical.calls_per_s, 0), fixed(typical.p50_us, 1),
               fixed(typical.p99_us, 1)});
  }
  table.print(std::cout);
  std::cout << '\n';
  for (const Service& service : field.services()) {
    if (service.asked < memory_bindings_min) continue;
    std::cout << service.server->name() << " with " << service.server->bindings()
              << " bindings: " << fixed(service.octets_a_binding, 0) << " octets of memory a binding";
    if (service.server->bindings() != service.asked) {
      std::cout << "; no more of the " << service.asked
                << " could be bound within --fill-within, and its rows are of these";
    }
    std::cout << '\n';
  }
  std::cout << "dimma-naming with " << field.most() << " bindings answers "
            << fixed(measure::median(field.starts_s()), 3) << " s after its start and has ended "
            << fixed(measure::median(field.stops_s()), 3) << " s after SIGTERM\n";
  if (!OmniNames::is_installed()) std::cout << "omniNames is not installed: there is nothing of it here\n";
  if (!Etcd::is_installed()) std::cout << "etcd is not installed: there is nothing of it here\n";
  std::cout << '\n';
  for (const Goal& goal : goals_of(field, asked)) {
    std::cout << goal.what << ": " << fixed(goal.value, 2) << " (goal: at " << (goal.at_most ? "most " : "least ")
              << fixed(goal.limit, 1) << "), " << (goal.is_met() ? "met" : "missed") << '\n';
  }
  std::cout << "\nOver TCP, the same client, dimma's, at both services; dimma-naming on SQLite files with full "
               "durability.\nMedians over "
            << asked.turns << " turns; ratios are of the same turn."
            << (asked.quick ? " --quick: few bindings, short turns." : "")
            << "\nMachine: " << measure::describe_machine() << '\n';
}

void print_json(const Field& field, const Asked& asked) {
  measure::JsonWriter json(std::cout);
  json.open_object().member("experiment", "naming").member("turns", asked.turns).member("quick", asked.quick);
  json.member("machine", measure::describe_machine()).member("omninames", OmniNames::is_installed());
  json.member("etcd", Etcd::is_installed());
  json.key("results").open_array();
  for (const Row& row : field.rows()) {
    const Summary typical = measure::median_of(row.turns);
    json.open_object().member("service", row.service).member("operation", row.operation);
    json.member("bindings", row.bindings).member("clients", row.clients).member("calls_per_s", rate_of(row));
    json.member("p50_us", typical.p50_us).member("p99_us", typical.p99_us).close_object();
  }
  json.close_array().key("memory").open_array();
  for (const Service& service : field.services()) {
    if (service.asked < memory_bindings_min) continue;
    json.open_object().member("service", service.server->name()).member("bindings", service.server->bindings());
    json.member("bindings_asked", service.asked).member("octets_a_binding", service.octets_a_binding).close_object();
  }
  json.close_array().member("ready_s", measure::median(field.starts_s()));
  json.member("ended_s", measure::median(field.stops_s())).key("goals").open_array();
  for (const Goal& goal : goals_of(field, asked)) {
    json.open_object().member("what", goal.what).member("value", goal.value).member("limit", goal.limit);
    json.member("met", goal.is_met()).close_object();
  }
  json.close_array().close_object();
}

}  // namespace

int run_naming(int argc, const char* const* argv) {
  Asked asked;
  asked.bindings.clear();
  measure::CommandLine command_line(
      "dimma-bench naming [--bindings N,...] [--clients N,...] [--binders N,...] [--turns N] [--turn-ms N]\n"
      "                          [--fill-within SECONDS] [--quick] [--json]",
      "Times resolve at dimma-naming and, where it is installed, omniNames, with few names and many in one context, "
      "and\n"
      "bind at dimma-naming beside a bare loop of SQLite; both on etcd too, where it is installed, beside bare puts "
      "to\n"
      "one member. The stores are in $TMPDIR, whose disk counts for bind.\n"
      "omniNames gets at most 100,000 names, which takes it minutes.");
  command_line.text("bindings", asked.bindings, "how many names (10,100000,1000000; with --quick 10,2000,20000)")
      .text("clients", asked.clients, "how many clients resolve at a time (1,4)")
      .text("binders", asked.binders, "how many clients bind at a time (1,16,64)")
      .count("turns", asked.turns, "turns of each (9; with --quick 3)")
      .count("turn-ms", asked.turn_ms, "about how long a turn is (300; with --quick 30)", 60'000)
      .count("fill-within", asked.fill_within_s, "how long an omniNames is filled at most (900)", 100'000)
      .toggle("quick", asked.quick, "few names and short turns: to see that it works")
      .toggle("json", asked.json, "report as JSON");
  if (!command_line.parse(argc, argv)) return 0;
  const Asked full;
  if (asked.bindings.empty()) asked.bindings = asked.quick ? "10,2000,20000" : full.bindings;
  if (asked.quick && asked.turns == full.turns) asked.turns = 3;
  if (asked.quick && asked.turn_ms == full.turn_ms) asked.turn_ms = 30;
  Field field(asked);
  field.prepare();
  field.measure();
  asked.json ? print_json(field, asked) : print_text(field, asked);
  return 0;
}

}  // namespace bench
