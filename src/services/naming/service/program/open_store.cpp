#include "services/naming/service/program/open_store.hpp"

#include <dimma/cached_store.hpp>
#include <dimma/etcd_store.hpp>

#include <cstdlib>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

namespace dimma::naming {
namespace {

using store::StoreError;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

void make_folder_of(const std::string& file) {
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(file).parent_path(), error);
  if (error) throw StoreError(StoreError::Kind::failed, "cannot create the folder of " + file + ": " + error.message());
}

}  // namespace

std::string default_store() {
  const std::string of_systemd = variable("STATE_DIRECTORY");
  if (!of_systemd.empty()) return of_systemd.substr(0, of_systemd.find(':')) + "/naming.db";
  const std::string state = variable("XDG_STATE_HOME");
  if (!state.empty() && state[0] == '/') return state + "/dimma/naming.db";
  const std::string home = variable("HOME");
  if (!home.empty()) return home + "/.local/state/dimma/naming.db";
  throw StoreError(
      StoreError::Kind::failed,
      "no folder for the names: neither STATE_DIRECTORY, XDG_STATE_HOME nor HOME is set; use --store FILE");
}

bool is_shared(const std::string& store) { return store.starts_with("etcd:"); }

std::unique_ptr<store::Store> open_store(store::SqliteOptions options, const store::EtcdOptions& etcd) {
  if (is_shared(options.file)) {
    store::EtcdOptions members = store::parse_etcd_url(options.file);
    members.authorities = etcd.authorities;
    members.certificate_chain = etcd.certificate_chain;
    members.private_key = etcd.private_key;
    members.user_file = etcd.user_file;
    auto cluster = store::open_etcd(members);
    if (options.cached_octets_max == 0) return cluster;
    store::CacheOptions cache;
    cache.octets_max = options.cached_octets_max;
    cache.records_max = std::numeric_limits<std::size_t>::max();
    return store::open_cached(std::move(cluster), cache);
  }
  if (options.file.empty()) {
    options.file = default_store();
    make_folder_of(options.file);
  }
  return store::open_sqlite(options);
}

}  // namespace dimma::naming
