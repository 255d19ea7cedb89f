#pragma once
// Checks if bound objects answer, by asking each of their addresses.

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
  does_not_exist,  // the server answers that it has no such object
  unreachable,     // refused, or there is no route, or its host is not known
  timed_out,
  failed,     // the connection broke, or the server threw another exception
  not_asked,  // an address that dimma can't ask: of another protocol, or malformed
};
// Returns "answers", "does not exist", ...
std::string_view to_string(Outcome outcome) noexcept;

struct AddressCheck {
  std::string address;
  bool is_local = false;
  Outcome outcome = Outcome::not_asked;
  std::string words = {};  // the text of the exception; empty if it answers
  std::chrono::milliseconds took{0};
};

struct CheckResult {
  // The health in the view of the network: addresses that only the server's own machine reaches count if there are no
  // others (Health::local_only). Never `unchecked`.
  DimmaNaming::Health health = DimmaNaming::Health::silent;
  std::vector<AddressCheck> addresses;
  std::string remark;  // one line for people; empty if it answers at each address

  // Returns true if each address that counts has answered.
  bool is_good() const noexcept;
};
// Returns "answers", "partly", "silent", "local only", "unchecked".
std::string_view to_string(DimmaNaming::Health health) noexcept;

class Checker {
 public:
  // `timeout` is for each single address, including its connecting. `concurrency_max` (1 to 1000) addresses are asked
  // at once, each by a thread.
  Checker(CORBA::object_reference<CORBA::ORB> orb, std::chrono::milliseconds timeout, std::size_t concurrency_max,
          TlsAddressing tls = TlsAddressing::left_out);

  // Returns one result for each reference, in their order, once all have been asked. A nil reference is silent. Throws
  // the failures of this process (std::bad_alloc, std::system_error); an object's exception is part of its result.
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
