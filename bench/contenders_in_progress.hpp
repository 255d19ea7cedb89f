#pragma once
// The contenders that have several calls in progress from one thread of a client, at one thread of a server; for
// dimma-bench asynchronous and the report.

#include "in_progress.hpp"
#include "measure/giop_sizes.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace bench {

struct Asynchronous {
  std::string name;
  // The program and its options.
  std::vector<std::string> server;
  std::vector<std::string> client;
};

// dimma first, then the peers that were built. `on_io_context`: dimma's server is an ORB on an io_context, instead of
// one with a pool of one thread.
std::vector<Asynchronous> asynchronous_contenders(bool on_io_context = false);
// The command of a client with `in_progress` calls at a time; 0: blocking calls.
std::vector<std::string> client_of(const Asynchronous& who, std::size_t in_progress);

// The least calls of a turn in which `in_progress` calls are in progress for most of the time.
constexpr std::size_t calls_least(std::size_t in_progress) { return 5 * in_progress; }

// The operations, with the sizes of dimma's messages.
inline constexpr std::pair<const char*, measure::MessageSizes> asynchronous_operations[] = {{null_call, {76, 24}},
                                                                                            {string_call, {180, 132}}};

}  // namespace bench
