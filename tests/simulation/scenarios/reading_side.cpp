// The right to read a server's connection: in any order of an upcall and the threads that give the right away during
// it, only one thread has the right, and the upcall finds the message that was kept for it.

#include "iiop/server/requests/reading_lease.hpp"
#include "simulation/scenario.hpp"
#include "simulation/shared.hpp"

namespace dimma::simulation {
namespace {

struct Connection {
  iiop::ReadingSide side;
  Shared<int> read;  // the number of messages, counted by the thread that has the right
  Shared<int> kept;  // the message of the upcall during which the right was given away
  sync::Atomic<int> given_away{0};
};

// Serves messages while the thread has the right. Returns true if the thread still has it at the end, and releases it.
bool serve(Connection& connection, int messages) {
  iiop::ReadingLease lease(connection.side);
  for (int message = 0; message < messages; ++message) {
    connection.read.set(connection.read.get() + 1);
    const int own = connection.read.get();
    lease.begin_upcall(1);
    if (!lease.end_upcall()) {
      check(connection.kept.get() == own, "the upcall finds its own message");
      return false;
    }
  }
  lease.put_down();
  return true;
}

// If an upcall is in progress, takes the right to read from its thread, as a nested call or the monitor does, and
// serves in place of that thread.
void give_away(Connection& connection) {
  if (!connection.side.take()) return;
  connection.kept.set(connection.read.get());
  connection.side.taken();
  ++connection.given_away;
  serve(connection, 1);
}

const Registered reading_side_given("reading_side.given", "a monitor and a nested call give it away during upcalls",
                                    [] {
                                      Connection connection;
                                      sync::Thread monitor([&] { give_away(connection); });
                                      const bool kept = serve(connection, 2);
                                      monitor.join();
                                      check(kept == (connection.given_away == 0),
                                            "the upcall learns whether its thread still reads");
                                    });

const Registered reading_side_restored("reading_side.restored", "it is taken and put back while an upcall ends", [] {
  Connection connection;
  sync::Thread monitor([&] {
    if (!connection.side.take()) return;
    check(!connection.side.take(), "it is taken once");
    connection.side.restore();
  });
  check(serve(connection, 2), "the thread still reads");
  monitor.join();
});

}  // namespace
}  // namespace dimma::simulation
