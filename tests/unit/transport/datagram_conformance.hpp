#pragma once
// The contract of every transport of datagrams, as tests: INSTANTIATE_TEST_SUITE_P(Udp, DatagramConformance, ...),
// named like its class without "Transport".

#include "transport/datagram.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dimma::transport {

// A transport must not lose datagrams while only a few hundred short ones wait.
struct DatagramSubject {
  std::string name;
  std::function<std::shared_ptr<DatagramTransport>()> make;
  Endpoint anywhere;
  StreamOptions options = {};
  bool is_group = false;  // several sockets may have one address, and each gets every datagram
};
inline std::ostream& operator<<(std::ostream& out, const DatagramSubject& subject) { return out << subject.name; }
inline std::string datagram_subject_name(const testing::TestParamInfo<DatagramSubject>& info) {
  return info.param.name;
}

class DatagramConformance : public testing::TestWithParam<DatagramSubject> {
 protected:
  std::unique_ptr<DatagramSocket> connect();
  // The next datagram that arrives at `socket`, and its source in `from`; or "timed out".
  std::string receive(DatagramSocket& socket, PeerAddress* from = nullptr, std::size_t room = 70'000);
  Moved send(DatagramSocket& socket, const std::vector<std::string>& datagrams);

  std::shared_ptr<DatagramTransport> transport_ = GetParam().make();
  std::unique_ptr<DatagramSocket> bound_ = transport_->bind(GetParam().anywhere, GetParam().options);
};

}  // namespace dimma::transport
