#pragma once
// The ORB's settings for IIOP.

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
  std::uint8_t giop_minor = 2;                         // the highest GIOP 1.x that is published and requested
  std::uint32_t native_code_set = cdr::code_set_utf8;  // for char and string: UTF-8 or ISO 8859-1
  std::endian byte_order = std::endian::native;        // for sending; another order only to test peers
  std::size_t message_octets_max = channel::message_octets_max;
  std::size_t fragment_octets = std::size_t{256} << 20;  // a longer message is sent in fragments (GIOP 1.2)
  std::size_t packet_octets = std::size_t{16} << 20;     // the same if `packets` limits how many are sent at once
  std::size_t connection_memory = 0;  // octets that a connection may hold for messages; zero: twice message_octets_max
  std::size_t memory_max = 0;         // octets that all may hold together; zero: half of the machine's memory
  std::shared_ptr<MemoryBudget> memory{};       // made by the ORB's binder
  std::shared_ptr<ReachNotice> reach{};         // made by the ORB's binder
  std::shared_ptr<transport::StreamTap> tap{};  // observes the connections; may be nullptr
  std::chrono::milliseconds connect_timeout{10'000};
  std::chrono::milliseconds peer_silence_max{30'000};  // until a silent host of a TCP peer counts as dead; zero: never
  std::chrono::milliseconds nested_wait{10'000};       // longest wait for an empty pool in an upcall without a deadline
  std::chrono::milliseconds idle_limit{180'000};       // until a server closes an idle connection; zero: never
  CancelPeers cancel_peers = CancelPeers::dimma;
  std::chrono::milliseconds send_timeout{30'000};  // until a client that takes nothing is given up; zero: never
  std::chrono::milliseconds drain_timeout{2'000};  // for unsent replies when a server is shut down; zero: no limit
  bool tells_exception_text = true;                // replies contain the exception's text
  bool traces = false;                             // the first request on a connection announces that calls are traced
  std::size_t connections_max = 2;  // to one server, for bindings that let the ORB choose the connection; at least 1
  std::shared_ptr<reactor::EventLoop> application_loop{};  // the application's, if it runs the ORB; otherwise nullptr
  std::size_t pool_threads_max = 64;                       // in the default pool of a server endpoint
  std::chrono::milliseconds linger{20};  // the time that a pool thread stays with a connection that has gone quiet
};

}  // namespace dimma::iiop
