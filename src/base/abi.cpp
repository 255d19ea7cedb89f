#include <dimma/generated/abi.hpp>

namespace dimma {

const char DIMMA_ABI_KIND = 0;

}  // namespace dimma
