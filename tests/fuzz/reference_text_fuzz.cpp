// `dimma ior show`: untrusted references, as octets and as text. Each of them has a description, and
// none of its lines contains a control character.

#include "services/tools/ior/parts.hpp"

#include <dimma/exception.hpp>

#include <boost/json.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

namespace {

using dimma::tools::ior::Described;

void check(const Described& described) {
  const auto is_harmless = [](char c) { return static_cast<unsigned char>(c) >= 32 && c != 127; };
  if (!std::all_of(described.text.begin(), described.text.end(), is_harmless)) std::abort();
  for (const Described& part : described.parts) check(part);
}

void check_whole(const Described& described) {
  check(described);
  if (boost::json::serialize(json_of(described)).empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto octets = std::as_bytes(std::span(data, size));
  check_whole(dimma::tools::ior::describe_reference(octets));
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    check_whole(dimma::tools::ior::describe_text(text));
  } catch (const CORBA::BAD_PARAM&) {
  }
  check_whole(dimma::tools::ior::describe_text("IOR:" + std::string(text)));
  return 0;
}
