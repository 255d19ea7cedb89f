#include <dimma/version.hpp>

namespace dimma {

Version linked_version() noexcept {
  return {DIMMA_VERSION_MAJOR, DIMMA_VERSION_MINOR, DIMMA_VERSION_PATCH, DIMMA_VERSION_STRING};
}

}  // namespace dimma
