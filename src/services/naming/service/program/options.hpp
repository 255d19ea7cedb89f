#pragma once
// The command line of dimma-naming.

#include <dimma/etcd_store.hpp>
#include <dimma/sqlite_store.hpp>
#include "services/naming/service/common/limits.hpp"

#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

namespace dimma::naming {

struct Options {
  bool help = false;
  bool version = false;
  bool serves = true;          // false to import only
  store::SqliteOptions store;  // the file may be the URL of an etcd, or empty for the default
  store::EtcdOptions etcd;     // files for TLS and the user; the URL has the other settings
  Limits limits;
  std::chrono::milliseconds check_interval{0};  // between checks of all bound objects; 0 means never
  std::string ior_file;
  std::string import_omninames;
  std::vector<std::string> orb;  // arguments of ORB_init
};

// Thrown for an invalid command line. The message names the option.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

Options parse_options(int argc, const char* const* argv);
// Returns the most similar option, for example "--store"; empty if none is similar.
std::string nearest_option(const std::string& given);
std::string help_text();

}  // namespace dimma::naming
