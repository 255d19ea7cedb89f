// Arbitrary text as a response of etcd: it is parsed, or rejected with a message.

#include "services/store/etcd/messages.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace dimma::store;

template <class Read>
void read_or_refuse(const Read& read) {
  try {
    read();
  } catch (const StoreError& error) {
    if (error.kind() != StoreError::Kind::failed || std::string_view(error.what()).empty()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_or_refuse([&] { etcd::range_answer(text, 2); });
  read_or_refuse([&] { etcd::transaction_answer(text, 2); });
  read_or_refuse([&] { etcd::watch_answer(text, 2); });
  read_or_refuse([&] { etcd::lease_answer(text); });
  read_or_refuse([&] { etcd::error_answer(text); });
  return 0;
}
