#pragma once
// The ORB's settings for everything in it that speaks IIOP.

#include "cdr/text/code_sets.hpp"
#include "channel/limits.hpp"

#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace dimma::reactor {
class EventLoop;
}
namespace dimma::transport {
class StreamTap;
}  // namespace dimma::transport

namespace dimma::iiop {

class MemoryBudget;
class ReachNotice;

using channel::CancelPeers;

struct Settings {
  std::uint8_t giop_minor = 2;                         // the highest GIOP 1.x that is published and asked for
  std::uint32_t native_code_set = cdr::code_set_utf8;  // for char and string: UTF-8 or ISO 8859-1
  std::endian byte_order = std::endian::native;        // for sending; a foreign order only for tests of the peers
  std::size_t message_octets_max = channel::message_octets_max;
  std::size_t fragment_octets = std::size_t{256} << 20;  // a longer message is sent in fragments (GIOP 1.2)
  std::size_t packet_octets = std::size_t{16} << 20;     // the same where `packets` limits how many go at once
  std::size_t connection_memory = 0;  // octets that a connection may hold for messages; zero: twice message_octets_max
  std::size_t memory_max = 0;         // that all may hold together; zero: half of the machine's
  std::shared_ptr<MemoryBudget> memory{};       // the ORB's, which its binder makes
  std::shared_ptr<ReachNotice> reach{};         // the same
  std::shared_ptr<transport::StreamTap> tap{};  // observes the connections; may be nullptr
  std::chrono::milliseconds connect_timeout{10'000};
  std::chrono::milliseconds peer_silence_max{30'000};  // until a silent host of a TCP peer counts as gone; zero: never
  std::chrono::milliseconds nested_wait{10'000};       // for an empty pool, by an upcall's call that has no deadline
  std::chrono::milliseconds idle_limit{180'000};       // after which a server closes a quiet connection; zero: never
  CancelPeers cancel_peers = CancelPeers::dimma;
  std::chrono::milliseconds send_timeout{30'000};  // for a client that takes nothing of a reply; zero: any
  std::chrono::milliseconds drain_timeout{2'000};  // for unsent replies when a server is shut down; zero: any
  bool tells_exception_text = true;                // replies contain the exception's text
  bool traces = false;                             // servers are told that calls are traced
  std::size_t connections_max = 2;  // to one server by bindings that leave the connection to the ORB; at least 1
  std::shared_ptr<reactor::EventLoop> application_loop{};  // the application's, if it runs the ORB; otherwise nullptr
  std::size_t pool_threads_max = 64;                       // in the default server pool of an endpoint
  std::chrono::milliseconds linger{20};  // how long a pool thread stays with a connection that has gone quiet
};

}  // namespace dimma::iiop
