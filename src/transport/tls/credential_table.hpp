#pragma once
// The credentials of an ORB by name, as they are in their files.

#include "base/sync/sync.hpp"
#include "transport/tls/contexts.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace dimma::transport {

// From any thread.
class CredentialTable {
 public:
  // Throws CredentialsError; those before stay then.
  void set(std::string_view name, const tls::Credentials& credentials);
  void reload();

  // The contexts for a new connection: read again if the files have changed, which is looked at once a second at most.
  // If the new contents can't be used the log says so, once a change. Throws CredentialsError if there are no
  // credentials of that name.
  std::shared_ptr<const Contexts> current(std::string_view name);
  // As set() was given them.
  tls::Credentials credentials(std::string_view name) const;

 private:
  struct Entry {
    tls::Credentials credentials;
    std::shared_ptr<const Contexts> contexts;  // nullptr: not read yet
    Clock::time_point looked{};
    std::vector<FileStamp> refused;  // files that can't be used
  };
  template <class Entries>
  static auto& find(Entries& entries, std::string_view name);
  static void read(Entry& entry);
  static void look_again(std::string_view name, Entry& entry);

  mutable sync::Mutex mutex_;
  // The default ones exist always: without a certificate, with the system's authorities.
  std::map<std::string, Entry, std::less<>> entries_ DIMMA_GUARDED_BY(mutex_){{std::string(), Entry()}};
};

}  // namespace dimma::transport
