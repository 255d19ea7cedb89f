#pragma once
/// A store in an etcd 3.4 cluster, accessed through its HTTP interface. Any number of processes and machines can use
/// it.
///
/// A record has the etcd key `prefix` + "r/" + its key. `prefix` + "w/" has one small record for each writer, which
/// serves to recognize a transaction that was sent twice; `prefix` + "s" is written when a watch needs the cluster's
/// current revision. etcd's revisions are the store's: they have gaps if others use the cluster.
///
/// Limits of etcd: a transaction may have 1.5 MiB by default (`--max-request-bytes`), and one with more than 126
/// conditions or 127 changes cannot be recognized. Lifetimes of leases are rounded up to whole seconds, and etcd raises
/// short ones to its minimum (2 s by default). When the cluster elects another leader, all leases start again with
/// their full time.
///
/// When an endpoint fails, no data is lost and nothing is executed twice: the operation continues with another endpoint
/// until its deadline. A transaction without an answer is sent again in such a way that only one of the two can be
/// executed, and both get the same answer. StoreError `uncertain` is thrown only if no endpoint can report the outcome
/// by the deadline; the transaction may then even be executed later, when a stopped member resumes.
///
/// The library is dimma::store_etcd (find_package(dimma COMPONENTS store_etcd)).

#include <dimma/store.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::store {

/// How to reach the members of a cluster.
struct EtcdOptions {
  std::vector<std::string> endpoints;  ///< "http[s]://HOST:PORT" of members, the preferred one first; 1 to 64
  std::string prefix =
      "/dimma/";  ///< the prefix of all keys; 1 to 256 octets, so that several stores may share a cluster
  /// Limit for each operation, including the resolution of host names; 100 ms to 10 minutes. An endpoint that does not
  /// answer uses up only a share of it.
  std::chrono::milliseconds deadline = std::chrono::seconds(5);

  /// PEM files for endpoints with https, read once, when the store is opened. `authorities` has the certificates of the
  /// authorities trusted to sign the members' certificates; empty for those of the system. A member's certificate has
  /// to name the host in its endpoint; TLS is 1.2 or 1.3.
  std::string authorities{};
  /// The certificate for members that ask for one (`etcd --client-cert-auth`), followed by any intermediate
  /// certificates, and its private key, which must not have a passphrase. Set both or neither.
  std::string certificate_chain{};
  std::string private_key{};

  /// For a cluster with authentication: a file with the name of an etcd user on the first line and the password on the
  /// second. The user's permission `readwrite` has to cover the prefix. The file is read for each new token, so the
  /// password may be changed in it.
  std::string user_file{};
};

/// Parses "etcd:http://HOST:PORT,https://HOST:PORT/PREFIX": the endpoints, with the default scheme "http://", and the
/// prefix between slashes, by default "/dimma/". Throws StoreError of kind `refused`, which says what is wrong.
EtcdOptions parse_etcd_url(std::string_view url);

/// Opens the store without contacting the cluster: the first operation throws `unavailable`, also if a member's
/// certificate is not accepted, or `failed` if the user is not. Throws StoreError of kind `refused` for invalid
/// options, and for files that cannot be used.
std::unique_ptr<Store> open_etcd(const EtcdOptions& options);

}  // namespace dimma::store
