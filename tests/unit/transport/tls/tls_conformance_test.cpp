// TLS as any other transport.

#include "common/certificates/certificates.hpp"
#include "unit/common/rounds.hpp"
#include "unit/transport/conformance.hpp"
#include "unit/transport/tls/eager_tls.hpp"

namespace dimma::transport {
namespace {

std::vector<Subject> subjects() {
  const auto make = [] { return std::make_shared<EagerTls>(test::credentials_of("server")); };
  std::vector<Subject> all{{"Block", make, {"tls", "127.0.0.1", 0}}};
  all.front().has_own_octets = true;             // session tickets
  all.front().many_streams = test::rounds(250);  // each costs a handshake
  all.front().buffered_octets = 400'000;
  for (auto [name, wait] : {std::pair{"Spin", WaitStrategy::spin},
                            std::pair{"Adaptive", WaitStrategy::adaptive(std::chrono::microseconds(20))}}) {
    Subject subject = all.front();
    subject.name = name;
    subject.options.wait = wait;
    all.push_back(subject);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Tls, Conformance, testing::ValuesIn(subjects()), subject_name);

}  // namespace
}  // namespace dimma::transport
