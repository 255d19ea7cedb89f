#include <dimma/generated/cdr/batches.hpp>

namespace dimma::cdr {

const std::string* codec<std::string>::write_batch(Encoder& out, const std::string* first, const std::string* last) {
  return cdr::write_batch(out, first, last);
}

std::size_t codec<std::string>::read_batch(Decoder& in, std::vector<std::string>& values, std::size_t done,
                                           std::size_t length) {
  return cdr::read_batch(in, values, done, length);
}

#define DIMMA_SEQUENCE_CODEC(TYPE)                                    \
  template struct codec<std::vector<TYPE>>;                           \
  template void detail::write_value<TYPE>(void* value, Encoder& out); \
  template void detail::read_value<TYPE>(void* value, Decoder& in);
DIMMA_FOR_EACH_COMMON_ELEMENT(DIMMA_SEQUENCE_CODEC)
#undef DIMMA_SEQUENCE_CODEC

}  // namespace dimma::cdr
