#pragma once
// The credentials of an ORB by name, as their files have them.

#include "base/sync/sync.hpp"
#include "transport/tls/contexts.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace dimma::transport {

// Thread safe.
class CredentialTable {
 public:
  // Throws CredentialsError, and then keeps the previous ones.
  void set(std::string_view name, const tls::Credentials& credentials);
  void reload();

  // Returns the contexts for a new connection. Reads the files again if they have changed, which is checked at most
  // once a second. If the new contents can't be used the log says so, once a change. Throws CredentialsError if there
  // are no credentials of that name.
  std::shared_ptr<const Contexts> current(std::string_view name);
  // Returns the credentials that were given to set().
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
  // The default ones always exist: without a certificate, with the system's authorities.
  std::map<std::string, Entry, std::less<>> entries_ DIMMA_GUARDED_BY(mutex_){{std::string(), Entry()}};
};

}  // namespace dimma::transport
