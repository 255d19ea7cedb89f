#include "common/certificates/certificates.hpp"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dimma::test {
namespace {

bool make_certificates(std::string folder) {
  std::string shell = "sh";
  std::string script = DIMMA_CERTIFICATES_SCRIPT;
  char* const arguments[] = {shell.data(), script.data(), folder.data(), nullptr};
  pid_t maker = 0;
  int status = -1;
  return ::posix_spawnp(&maker, "sh", nullptr, nullptr, arguments, environ) == 0 &&
         ::waitpid(maker, &status, 0) == maker && status == 0;
}

class Folder {
 public:
  Folder() : owner_(::getpid()) {
    std::string name = (std::filesystem::temp_directory_path() / "dimma-certificates-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for certificates");
    path_ = name;
    if (!make_certificates(name)) throw std::runtime_error("failed: " DIMMA_CERTIFICATES_SCRIPT " " + name);
  }
  ~Folder() {
    std::error_code ignored;
    if (::getpid() == owner_) std::filesystem::remove_all(path_, ignored);
  }
  std::string file(const std::string& name) const { return path_ / name; }

 private:
  const pid_t owner_;
  std::filesystem::path path_;
};

}  // namespace

std::string certificate_file(const std::string& name) {
  static const Folder folder;
  return folder.file(name);
}

tls::Credentials credentials_of(const std::string& name) {
  tls::Credentials credentials;
  credentials.authorities = certificate_file("ca.pem");
  if (name.empty()) return credentials;
  credentials.certificate_chain = certificate_file(name + ".pem");
  const auto end = name.find("-chain");  // a chain is used with the key of its first certificate
  credentials.private_key = certificate_file(name.substr(0, end) + ".key");
  return credentials;
}

}  // namespace dimma::test
