#pragma once
// The credentials of an ORB by name, kept up to date with their files.

#include "base/sync/sync.hpp"
#include "transport/tls/contexts.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace dimma::transport {

// A table of credentials by name. Thread safe.
class CredentialTable {
 public:
  // Throws CredentialsError; the previous credentials then stay.
  void set(std::string_view name, const tls::Credentials& credentials);
  void reload();

  // Returns the contexts for a new connection. Reads the files again if they have changed, which is checked at most
  // once a second. If the new contents cannot be used, this is logged once per change. Throws CredentialsError if no
  // credentials have this name.
  std::shared_ptr<const Contexts> current(std::string_view name);
  // Returns the credentials passed to set().
  tls::Credentials credentials(std::string_view name) const;

 private:
  struct Entry {
    tls::Credentials credentials;
    std::shared_ptr<const Contexts> contexts;  // nullptr if not read yet
    Clock::time_point looked{};
    std::vector<FileStamp> refused;  // state of files that could not be used
  };
  template <class Entries>
  static auto& find(Entries& entries, std::string_view name);
  static void read(Entry& entry);
  static void look_again(std::string_view name, Entry& entry);

  mutable sync::Mutex mutex_;
  // The default credentials always exist: no certificate, and the system's authorities.
  std::map<std::string, Entry, std::less<>> entries_ DIMMA_GUARDED_BY(mutex_){{std::string(), Entry()}};
};

}  // namespace dimma::transport
