#pragma once
// Checks whether bound objects answer, by calling each of their addresses.

#include "DimmaNaming.hpp"
#include "services/naming/check/addresses.hpp"

#include <dimma/orb.hpp>

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::naming {

enum class Outcome {
  answers,
  does_not_exist,  // the server replied OBJECT_NOT_EXIST
  unreachable,     // connection refused, no route, or unknown host
  timed_out,
  failed,     // connection lost, or the server replied with another exception
  not_asked,  // address that dimma cannot use: of another protocol, or malformed
};
// Returns "answers", "does not exist" and so on.
std::string_view to_string(Outcome outcome) noexcept;

struct AddressCheck {
  std::string address;
  bool is_local = false;
  Outcome outcome = Outcome::not_asked;
  std::string words = {};  // message of the exception; empty if the address answers
  std::chrono::milliseconds took{0};
};

struct CheckResult {
  // The health as seen from the network: addresses that can be reached only from the server's machine count if there
  // are no others (Health::local_only). Never `unchecked`.
  DimmaNaming::Health health = DimmaNaming::Health::silent;
  std::vector<AddressCheck> addresses;
  std::string remark;  // one line for people; empty if all addresses answer

  // Returns true if all addresses that count have answered; if all addresses are local, if at least one has answered.
  bool is_good() const noexcept;
};
// Returns "answers", "partly", "silent", "local only" or "unchecked".
std::string_view to_string(DimmaNaming::Health health) noexcept;

class Checker {
 public:
  // `timeout` applies to each address, and includes connecting. `concurrency_max` (1 to 1000) is the maximum number of
  // threads, each of which checks one address at a time.
  Checker(CORBA::object_reference<CORBA::ORB> orb, std::chrono::milliseconds timeout, std::size_t concurrency_max,
          TlsAddressing tls = TlsAddressing::left_out);

  // Checks the references and returns one result for each, in their order. A nil reference is silent. Throws exceptions
  // of this process (std::bad_alloc, std::system_error); exceptions of an object are part of its result.
  std::vector<CheckResult> check(std::span<const CORBA::object_reference<CORBA::Object>> references) const;
  CheckResult check(const CORBA::object_reference<CORBA::Object>& reference) const;

 private:
  AddressCheck ask(const ObjectAddress& address) const;

  CORBA::object_reference<CORBA::ORB> orb_;
  std::chrono::milliseconds timeout_;
  std::size_t concurrency_max_;
  TlsAddressing tls_;
};

}  // namespace dimma::naming
