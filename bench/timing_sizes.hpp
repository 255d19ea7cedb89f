#pragma once
// The sizes of the messages of the Timing example's sequences, so that the bare socket loop can move as many octets.

#include "measure/socket_loop.hpp"

#include <cstddef>
#include <string>

namespace bench {

// The sizes of rpc_prim_seq or rpc_struct_seq, with CDR's lengths and padding. Throws std::invalid_argument for another
// operation.
measure::MessageSizes timing_sizes(const std::string& operation, std::size_t elements);

}  // namespace bench
