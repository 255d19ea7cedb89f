#include <dimma/cdr/codec.hpp>

namespace dimma::cdr {

#define DIMMA_SEQUENCE_CODEC(TYPE) template struct codec<std::vector<TYPE>>;
DIMMA_FOR_EACH_COMMON_ELEMENT(DIMMA_SEQUENCE_CODEC)
#undef DIMMA_SEQUENCE_CODEC

}  // namespace dimma::cdr
