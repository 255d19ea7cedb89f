#pragma once
// Datagrams within one process, with faults, for tests.

#include "transport/datagram.hpp"
#include "transport/memory/memory_faults.hpp"

#include <cstdint>
#include <memory>

namespace dimma::transport {

// The faults of datagrams to bound sockets; replies always arrive. Probabilities are per thousand. The faults depend
// only on the seed: the same datagrams sent in the same order have the same fate.
struct DatagramPlan {
  std::uint64_t seed = 0;
  unsigned lost = 0;
  unsigned repeated = 0;
  unsigned cut = 0;    // truncated on arrival
  unsigned moved = 0;  // arrives after 1 to `moved_by_max` later ones
  unsigned moved_by_max = 5;
  std::size_t queue_datagrams = 4096;  // queue capacity; further datagrams are lost and counted in overflowed()
};

DatagramPlan random_datagram_plan(std::uint64_t seed);
std::string describe(const DatagramPlan& plan);

class DatagramDirectory;

// A network. Sockets of its transports reach each other by their endpoints.
class MemoryDatagramNetwork {
 public:
  MemoryDatagramNetwork();

  // Sets the plan for later datagrams. Datagrams held back arrive first.
  void plan(const DatagramPlan& plan);
  // Makes the datagrams held back arrive now.
  void let_arrive();

  // The fates of the datagrams sent to bound sockets.
  struct Fates {
    std::uint64_t sent = 0;
    std::uint64_t lost = 0;
    std::uint64_t repeated = 0;
    std::uint64_t cut = 0;
    std::uint64_t moved = 0;
    std::uint64_t overflowed = 0;
    std::uint64_t to_nobody = 0;
  };
  Fates fates() const;

 private:
  friend class MemoryDatagramTransport;
  std::shared_ptr<DatagramDirectory> directory_;
};

class MemoryDatagramTransport final : public DatagramTransport {
 public:
  // `in_one_piece` is only reported: longer datagrams are carried as well.
  explicit MemoryDatagramTransport(MemoryDatagramNetwork& network, std::size_t in_one_piece = 1'472)
      : directory_(network.directory_), in_one_piece_(in_one_piece) {}

  std::string_view name() const noexcept override { return "memory"; }
  std::unique_ptr<DatagramSocket> connect(const Endpoint& to, const StreamOptions& options,
                                          std::string& problem) override;
  std::unique_ptr<DatagramSocket> bind(const Endpoint& at, const StreamOptions& options) override;

 private:
  std::shared_ptr<DatagramDirectory> directory_;
  std::size_t in_one_piece_;
};

}  // namespace dimma::transport
