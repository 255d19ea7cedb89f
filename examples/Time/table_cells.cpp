#include "table_cells.hpp"

#include "common/references.hpp"
#include "common/run_program.hpp"
#include "measure/socket_loop.hpp"
#include "measure/time_server.hpp"
#include "time_operations.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <random>

namespace {

using measure::MessageSizes;
using measure::Times;

constexpr std::size_t warm_up_calls = 500;
constexpr std::size_t turns_most = 10;
constexpr unsigned shuffle_seed = 2046;

// What is measured in one cell, turn by turn.
struct Course {
  Cell cell;
  measure::TurnOperation operation;
  Times times;
};

std::vector<Course> socket_courses(std::vector<std::unique_ptr<measure::SocketClient>>& clients, std::uint16_t port,
                                   const measure::TimeServer& server, std::size_t iterations) {
  std::vector<Course> courses;
  for (const std::string operation : measure::time_operations) {
    const MessageSizes sizes = server.message_sizes(operation);
    clients.push_back(std::make_unique<measure::SocketClient>(port, sizes));
    measure::SocketClient* const client = clients.back().get();
    courses.push_back({{"socket", operation, {}, sizes},
                       {[client] { client->call(); }, [client] { client->drain(); }},
                       Times(iterations)});
  }
  return courses;
}

// Every course gets its share of calls in each turn, in another order each time.
void take_turns(std::vector<Course*> courses, std::size_t iterations) {
  for (Course* const course : courses) {
    for (std::size_t i = 0; i < warm_up_calls; ++i) course->operation.call();
    course->operation.drain();
  }
  std::mt19937 random(shuffle_seed);
  const std::size_t turns = std::min(iterations, turns_most);
  for (std::size_t turn = 0; turn < turns; ++turn) {
    const std::size_t calls = iterations * (turn + 1) / turns - iterations * turn / turns;
    std::shuffle(courses.begin(), courses.end(), random);
    for (Course* const course : courses) {
      course->times.take(calls, course->operation.call);
      course->operation.drain();
    }
  }
}

std::vector<Cell> summarise(const std::vector<Course>& courses) {
  std::vector<Cell> cells;
  for (const Course& course : courses) {
    cells.push_back(course.cell);
    cells.back().gross = course.times.summarise();
  }
  return cells;
}

}  // namespace

Measured measure_table(std::size_t iterations, int argc, char** argv) {
  const measure::Placement placement = measure::apart();
  measure::SocketServer socket_server(placement.server);
  measure::TimeServer default_server("time_server", {}, placement.server);
  measure::TimeServer optimised_server("time_server", {"--qos", optimised_qos}, placement.server);
  if (placement.client) measure::pin_to(*placement.client);

  auto orb = CORBA::ORB_init(argc, argv);
  Measured measured;
  {
    std::vector<std::unique_ptr<measure::SocketClient>> clients;
    std::vector<Course> baseline = socket_courses(clients, socket_server.port(), default_server, iterations);
    std::vector<std::unique_ptr<TimeBindings>> bindings;
    std::vector<Course> courses;
    for (const Row& row : rows) {
      const measure::TimeServer& server = row.server ? optimised_server : default_server;
      bindings.push_back(std::make_unique<TimeBindings>(resolve<TestReqReply>(orb, "reqreply", server.reqreply()),
                                                        resolve<TestOneway>(orb, "oneway", server.oneway()),
                                                        dimma::EngineeringQoS::parse(row.client ? optimised_qos : default_qos)));
      const measure::TimeOperations operations = bindings.back()->operations();
      for (const std::string operation : measure::time_operations) {
        courses.push_back(
            {{row.name, operation, {}, server.message_sizes(operation)}, operations.at(operation), Times(iterations)});
      }
    }
    std::vector<Course*> all;
    for (Course& course : baseline) all.push_back(&course);
    for (Course& course : courses) all.push_back(&course);
    take_turns(all, iterations);
    measured = {summarise(courses), summarise(baseline), placement};
  }
  orb->destroy();
  optimised_server.stop();
  default_server.stop();
  socket_server.stop();
  return measured;
}
