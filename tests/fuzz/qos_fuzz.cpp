// Arbitrary text as a QoS: it is parsed, and its text form parses to the same, or it is rejected with a position within
// it.

#include <dimma/qos.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

void expect(bool holds) {
  if (!holds) std::abort();
}

void check_refusals(const dimma::EngineeringQoS& qos) {
  for (const auto end : {dimma::End::client, dimma::End::server}) {
    for (const auto protocol : {dimma::Protocol::any, dimma::Protocol::iiop, dimma::Protocol::flow}) {
      try {
        qos.validate(end, protocol);
      } catch (const dimma::QoSError& error) {
        expect(!error.field().empty() && !error.reason().empty());
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try {
    const auto qos = dimma::EngineeringQoS::parse(text);
    expect(dimma::EngineeringQoS::parse(qos.to_string()) == qos);
    expect(dimma::EngineeringQoS::parse(qos.to_full_string()) == qos);
    check_refusals(qos);
  } catch (const dimma::QoSError& error) {
    expect(error.offset().has_value() && *error.offset() <= size);
  }
  return 0;
}
