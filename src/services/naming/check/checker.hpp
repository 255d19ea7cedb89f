#pragma once
// Checks if bound objects answer, asked by each of their addresses.

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
  does_not_exist,  // the server answers: it has no such object
  unreachable,     // refused, no way to it, its host is not known
  timed_out,
  failed,     // the connection broke, or the server raised something else
  not_asked,  // an address that dimma can't ask, of another protocol or malformed
};
// "answers", "does not exist", ...
std::string_view to_string(Outcome outcome) noexcept;

struct AddressCheck {
  std::string address;
  bool is_local = false;
  Outcome outcome = Outcome::not_asked;
  std::string words = {};  // the text of the exception; empty if it answers
  std::chrono::milliseconds took{0};
};

struct CheckResult {
  // The health that the network is told: addresses that only the server's own machine reaches count if there are no
  // others (Health::local_only). Never `unchecked`.
  DimmaNaming::Health health = DimmaNaming::Health::silent;
  std::vector<AddressCheck> addresses;
  std::string remark;  // one line for people; empty if it answers at each address

  // True if each address that counts answered.
  bool is_good() const noexcept;
};
// "answers", "partly", "silent", "local only", "unchecked".
std::string_view to_string(DimmaNaming::Health health) noexcept;

class Checker {
 public:
  // `timeout` is for each address by itself, connecting included; `concurrency_max` (1 to 1000) is how many are asked
  // at once, each by a thread.
  Checker(CORBA::object_reference<CORBA::ORB> orb, std::chrono::milliseconds timeout, std::size_t concurrency_max,
          TlsAddressing tls = TlsAddressing::left_out);

  // One result for each reference, in their order. A nil one is silent. Returns when all have been asked. Throws what
  // keeps this process from asking (std::bad_alloc, std::system_error); what an object raises is part of its result.
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
