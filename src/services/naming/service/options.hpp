#pragma once
// The command line of dimma-naming.

#include <dimma/etcd_store.hpp>
#include <dimma/sqlite_store.hpp>
#include "services/naming/service/limits.hpp"

#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

namespace dimma::naming {

struct Options {
  bool help = false;
  bool version = false;
  bool serves = true;          // false: only imports
  store::SqliteOptions store;  // its file may be an etcd's URL, or empty for the default
  store::EtcdOptions etcd;     // the files for TLS and of the user; the rest is in the URL
  Limits limits;
  std::chrono::milliseconds check_interval{0};  // between checks of all that is bound; 0: never
  std::string ior_file;
  std::string import_omninames;
  std::vector<std::string> orb;  // the arguments for ORB_init
};

// A wrong command line: the text names the option.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

Options parse_options(int argc, const char* const* argv);
// The option that is most like this one, as "--store"; empty if none resembles it.
std::string nearest_option(const std::string& given);
std::string help_text();

}  // namespace dimma::naming
