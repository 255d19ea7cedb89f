#include "observe/capture.hpp"

#include "base/sync/assert.hpp"
#include "base/sync/clock.hpp"

#include <algorithm>
#include <array>
#include <ostream>

namespace dimma::observe {

namespace {

// Appends numbers in network byte order.
class Header {
 public:
  Header& u8(unsigned value) {
    octets_.push_back(static_cast<char>(value));
    return *this;
  }
  Header& u16(unsigned value) { return u8(value >> 8U & 0xffU).u8(value & 0xffU); }
  Header& u32(std::uint32_t value) { return u16(value >> 16U).u16(value & 0xffffU); }
  std::vector<char>& octets() noexcept { return octets_; }

 private:
  std::vector<char> octets_;
};

// Writes a value in this machine's byte order, which the reader detects by pcap's magic number.
template <class Value>
void put(std::ostream& out, Value value) {
  out.write(reinterpret_cast<const char*>(&value), sizeof value);
}

unsigned checksum(std::span<const char> octets) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i + 1 < octets.size(); i += 2) {
    sum +=
        static_cast<unsigned>(static_cast<unsigned char>(octets[i])) << 8U | static_cast<unsigned char>(octets[i + 1]);
  }
  while (sum >> 16U != 0) sum = (sum & 0xffffU) + (sum >> 16U);
  return ~sum & 0xffffU;
}

constexpr std::uint32_t this_end = 0x7f000001;
constexpr std::uint32_t other_end = 0x7f000002;
constexpr unsigned server_port = 2809;
constexpr unsigned first_client_port = 32768;
constexpr std::size_t headers = 40;  // IP header and TCP header
constexpr std::size_t packet_octets_max = 65'535 - headers;

}  // namespace

std::uint32_t Capture::add_connection(End end) {
  const sync::LockGuard lock(mutex_);
  connections_.emplace(next_connection_, Connection{end});
  return next_connection_++;
}

void Capture::end_connection(std::uint32_t connection) noexcept {
  const sync::LockGuard lock(mutex_);
  const auto found = connections_.find(connection);
  DIMMA_ASSERT(found != connections_.end());
  found->second.has_ended = true;
  forget_if_over(found);
}

std::size_t Capture::connections() const noexcept {
  const sync::LockGuard lock(mutex_);
  return connections_.size();
}

void Capture::forget_if_over(Connections::iterator connection) noexcept {
  if (connection->second.has_ended && connection->second.packets == 0) connections_.erase(connection);
}

void Capture::add(std::uint32_t connection, bool is_sent, std::span<const std::byte> first,
                  std::size_t octets) noexcept {
  try {
    const auto now = WallClock::now();
    first = first.first(std::min({first.size(), octets, octets_each_}));
    Packet packet{now, connection, is_sent, 0, octets, {first.begin(), first.end()}};
    const sync::LockGuard lock(mutex_);
    const auto found = connections_.find(connection);
    DIMMA_ASSERT(found != connections_.end());
    auto& known = found->second;
    packet.end = known.end;
    auto& position = is_sent ? known.sent : known.received;
    packet.position = position;
    packets_.push_back(std::move(packet));
    position += static_cast<std::uint32_t>(octets);
    kept_ += packets_.back().first.size() + packet_overhead;
    ++known.packets;
    while (kept_ > octets_max) {
      kept_ -= packets_.front().first.size() + packet_overhead;
      const auto of_packet = connections_.find(packets_.front().connection);
      DIMMA_ASSERT(of_packet != connections_.end());
      DIMMA_ASSERT(of_packet->second.packets != 0);
      packets_.pop_front();
      --of_packet->second.packets;
      forget_if_over(of_packet);
    }
  } catch (const std::bad_alloc&) {
    // The octets are not captured.
  }
}

void Capture::write(std::ostream& out) const {
  constexpr std::uint32_t magic_of_nanoseconds = 0xa1b23c4d;
  constexpr std::uint32_t snapshot_length = 262'144;
  constexpr std::uint32_t link_type_raw = 101;
  put(out, magic_of_nanoseconds);
  put(out, std::uint16_t{2});
  put(out, std::uint16_t{4});
  put(out, std::uint32_t{0});
  put(out, std::uint32_t{0});
  put(out, snapshot_length);
  put(out, link_type_raw);
  std::deque<Packet> packets;
  {
    const sync::LockGuard lock(mutex_);
    packets = packets_;
  }
  // Two threads may have taken the lock in a different order than they read the clock.
  std::ranges::stable_sort(packets, {}, &Packet::at);
  for (const Packet& packet : packets) write_packet(out, packet);
}

// Splits the packet into as many IP packets as necessary. Octets that were not kept are missing in the file, but count
// in the sequence numbers.
void Capture::write_packet(std::ostream& out, const Packet& packet) {
  const unsigned client_port = first_client_port + packet.connection % (65'536 - first_client_port);
  const bool from_client = packet.is_sent == (packet.end == End::client);
  const auto since_epoch = packet.at.time_since_epoch();
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since_epoch);
  const auto rest = std::chrono::duration_cast<std::chrono::nanoseconds>(since_epoch - seconds);
  for (std::size_t begin = 0; begin < packet.octets; begin += packet_octets_max) {
    const std::size_t length = std::min(packet.octets - begin, packet_octets_max);
    const std::size_t kept = begin >= packet.first.size() ? 0 : std::min(packet.first.size() - begin, length);
    Header header;
    header.u8(0x45).u8(0).u16(static_cast<unsigned>(headers + length)).u16(0).u16(0x4000).u8(64).u8(6).u16(0);
    header.u32(packet.is_sent ? this_end : other_end).u32(packet.is_sent ? other_end : this_end);
    const unsigned sum = checksum(header.octets());
    header.octets()[10] = static_cast<char>(sum >> 8U);
    header.octets()[11] = static_cast<char>(sum & 0xffU);
    header.u16(from_client ? client_port : server_port).u16(from_client ? server_port : client_port);
    header.u32(packet.position + static_cast<std::uint32_t>(begin)).u32(0).u16(0x5018).u16(0xffff).u16(0).u16(0);
    put(out, static_cast<std::uint32_t>(seconds.count()));
    put(out, static_cast<std::uint32_t>(rest.count()));
    put(out, static_cast<std::uint32_t>(headers + kept));
    put(out, static_cast<std::uint32_t>(headers + length));
    out.write(header.octets().data(), static_cast<std::streamsize>(header.octets().size()));
    out.write(reinterpret_cast<const char*>(packet.first.data() + begin), static_cast<std::streamsize>(kept));
  }
}

}  // namespace dimma::observe
