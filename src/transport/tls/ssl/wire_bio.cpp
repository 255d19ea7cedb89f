#include "transport/tls/ssl/wire_bio.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace dimma::transport {
namespace {

Wire& wire_of(BIO* bio) noexcept { return *static_cast<Wire*>(BIO_get_data(bio)); }

int read_from_wire(BIO* bio, char* into, std::size_t octets, std::size_t* read) noexcept {
  auto& in = wire_of(bio).in;
  BIO_clear_retry_flags(bio);
  if (in.empty()) {
    BIO_set_retry_read(bio);
    return 0;
  }
  *read = std::min(octets, in.size());
  std::memcpy(into, in.data(), *read);
  in = in.subspan(*read);
  return 1;
}

int write_to_wire(BIO* bio, const char* from, std::size_t octets, std::size_t* written) noexcept {
  auto& out = wire_of(bio).out;
  const auto* const begin = reinterpret_cast<const std::byte*>(from);
  try {
    out.insert(out.end(), begin, begin + octets);
  } catch (const std::bad_alloc&) {
    return 0;
  }
  *written = octets;
  return 1;
}

long control_wire(BIO*, int command, long, void*) noexcept { return command == BIO_CTRL_FLUSH ? 1 : 0; }

BIO_METHOD* make_method() noexcept {
  BIO_METHOD* const method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "dimma wire");
  if (method == nullptr) return nullptr;
  BIO_meth_set_read_ex(method, read_from_wire);
  BIO_meth_set_write_ex(method, write_to_wire);
  BIO_meth_set_ctrl(method, control_wire);
  return method;
}

}  // namespace

bool connect_to_wire(SSL& ssl, Wire& wire) noexcept {
  static const BIO_METHOD* const method = make_method();  // lives as long as the process
  BIO* const bio = method != nullptr ? BIO_new(method) : nullptr;
  if (bio == nullptr) return false;
  BIO_set_data(bio, &wire);
  BIO_set_init(bio, 1);
  SSL_set_bio(&ssl, bio, bio);
  return true;
}

}  // namespace dimma::transport
