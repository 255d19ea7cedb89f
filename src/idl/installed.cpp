#include "idl/installed.hpp"

#include <filesystem>
#include <system_error>

namespace dimma::idl {

std::string installed_idl_directory() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path found = program.parent_path().parent_path() / "share" / "dimma" / "idl";
  return !error && std::filesystem::is_directory(found, error) ? found.string() : std::string();
}

}  // namespace dimma::idl
