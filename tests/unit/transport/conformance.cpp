#include "unit/transport/conformance.hpp"

#include "unit/common/system_view.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <thread>

#include <poll.h>
#include <sys/resource.h>

namespace dimma::transport {

void let_others_block() { test::let_others_block(); }

bool is_readable(int handle) {
  pollfd waiting{handle, POLLIN, 0};
  return ::poll(&waiting, 1, 0) == 1;
}

bool becomes_readable(int handle) {
  return becomes_true([handle] {
    pollfd waiting{handle, POLLIN, 0};
    return ::poll(&waiting, 1, 100) == 1;
  });
}

bool is_receivable(Stream& stream) { return !stream.prepare_poll() || is_readable(stream.handle()); }

bool becomes_receivable(Stream& stream) {
  return becomes_true([&stream] { return is_receivable(stream); });
}

bool becomes_true(const std::function<bool()>& condition) {
  const Deadline deadline = patience();
  while (!condition()) {
    if (Clock::now() > deadline) return false;
    std::this_thread::yield();
  }
  return true;
}

std::vector<std::byte> pattern(std::size_t octets, unsigned start) {
  std::vector<std::byte> made(octets);
  std::uint64_t state = start * std::uint64_t{2654435761} + 1;
  for (std::size_t at = 0; at < octets; at += sizeof state) {
    state += 0x9e3779b97f4a7c15;
    const std::uint64_t mixed = (state ^ (state >> 29)) * 0xbf58476d1ce4e5b9;
    std::memcpy(&made[at], &mixed, std::min(octets - at, sizeof mixed));
  }
  return made;
}

Result send_all(Stream& stream, std::span<const std::byte> octets, Deadline deadline) {
  iovec piece{const_cast<std::byte*>(octets.data()), octets.size()};
  return stream.send({&piece, 1}, deadline);
}

std::vector<std::byte> receive_all(Stream& stream, std::size_t octets, Result* last) {
  std::vector<std::byte> received(octets);
  std::size_t count = 0;
  while (count < octets) {
    const Result result = stream.receive(std::span(received).subspan(count), patience());
    if (last != nullptr) *last = result;
    if (!result) break;
    count += result.octets;
  }
  received.resize(count);
  return received;
}

void allow_descriptors(std::size_t count) {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur >= count) return;
  limit.rlim_cur = count;
  if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) throw std::system_error(errno, std::generic_category(), "descriptors");
}

std::unique_ptr<Stream> Conformance::connect(const Listener& listener) {
  Connected connected = transport_->connect(listener.endpoint(), patience(), GetParam().options);
  EXPECT_TRUE(connected.stream) << connected.detail;
  return std::move(connected.stream);
}

std::unique_ptr<Stream> Conformance::accept(Listener& listener) {
  EXPECT_TRUE(becomes_readable(listener.handle()));
  int error = 0;
  auto stream = listener.accept(error);
  EXPECT_TRUE(stream) << error;
  return stream;
}

Pair Conformance::connect_pair(Listener& listener) {
  Pair pair;
  pair.client = connect(listener);
  pair.server = accept(listener);
  if (!pair.client || !pair.server) throw std::runtime_error("no connection");
  return pair;
}

Pair Conformance::connect_pair() {
  const auto listener = listen();
  return connect_pair(*listener);
}

}  // namespace dimma::transport
