#pragma once
/// A store in a cluster of etcd 3.4, through its HTTP interface. Any number of processes and machines can use it.
///
/// A record lies in etcd under `prefix` + "r/" + its key; `prefix` + "w/" has one small record for each writer, by
/// which a transaction is recognized; and `prefix` + "s" is put when a watch needs to learn the cluster's revision.
/// etcd's revisions are the store's: they have gaps if others use the cluster.
///
/// Limits of etcd: a transaction has room for 1.5 MiB by default (`--max-request-bytes`), and one with more than 126
/// conditions or 127 changes can't be recognized. Lifetimes of leases are rounded up to whole seconds, and etcd raises
/// short ones to its minimum (2 s by default). A cluster that elects another leader gives leases their full time again.
///
/// No data is lost, and nothing is done twice, when an endpoint fails: an operation goes on with another until its
/// deadline. A transaction whose answer did not come is sent again in such a way that only one of the two can be done,
/// and both get the same answer. StoreError `uncertain` is thrown only if no endpoint can say at the deadline what
/// became of it; it may even be done later then, when a member that was stopped goes on.
///
/// The library is dimma::store_etcd (find_package(dimma COMPONENTS store_etcd)).

#include <dimma/store.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::store {

/// How the members of a cluster are reached.
struct EtcdOptions {
  std::vector<std::string> endpoints;  ///< "http[s]://HOST:PORT" of members, the preferred one first; 1 to 64
  std::string prefix =
      "/dimma/";  ///< the prefix of all keys; 1 to 256 octets, so that several stores may share a cluster
  /// The limit for each operation, including the resolution of host names; 100 ms to 10 minutes. A silent endpoint gets
  /// only its share of it.
  std::chrono::milliseconds deadline = std::chrono::seconds(5);

  /// Files in PEM form for endpoints with https, read once, when the store is opened. `authorities` has the
  /// certificates that are trusted to sign those of the members; empty: those of the system. A member's certificate has
  /// to be for the host in its endpoint, and TLS is 1.2 or 1.3.
  std::string authorities{};
  /// The certificate for members that ask for one (`etcd --client-cert-auth`), with those between it and its authority,
  /// and its private key, which has no passphrase. Set both or neither.
  std::string certificate_chain{};
  std::string private_key{};

  /// A file whose first line is the name of a user of etcd, and the second the password: for a cluster with
  /// authentication. The user's permission `readwrite` has to cover the prefix. The file is read for each new token, so
  /// that the password in it may be changed.
  std::string user_file{};
};

/// Parses "etcd:http://HOST:PORT,https://HOST:PORT/PREFIX": the endpoints, for which "http://" is the default scheme,
/// and the prefix between its slashes, by default "/dimma/". Throws StoreError of kind `refused`, which says what is
/// wrong.
EtcdOptions parse_etcd_url(std::string_view url);

/// Asks nothing of the cluster yet: the first operation throws `unavailable`, also if a member's certificate is not
/// accepted, and `failed` if the user is not. Throws StoreError of kind `refused` for invalid options, and for files
/// that can't be used.
std::unique_ptr<Store> open_etcd(const EtcdOptions& options);

}  // namespace dimma::store
