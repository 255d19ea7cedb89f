#pragma once
// A server of echo.idl in the modern mapping, in an ORB of its own. This header has nothing of either mapping.

#include <cstdint>
#include <memory>
#include <string>

namespace dimma::test {

class ModernServer {
 public:
  ModernServer();
  ~ModernServer();

  // A reference to an Echoes::Echo, which is the same object each time.
  std::string echo() const;
  // The same object, with a reference whose type is not known to the client.
  std::string echo_of_unknown_type() const;
  // An object that is not there; requests to it are forwarded to the Echo.
  std::string forwarded() const;
  // An object that is not there.
  std::string missing() const;
  // The bare reference of a `Base` that is no `Echo`.
  std::string base() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// The minor code that the modern mapping has for a call without a reply before its deadline.
std::uint32_t minor_of_late_call();
// That of an operation called on nil, and of a user exception that an operation does not declare.
std::uint32_t minor_of_nil();
std::uint32_t minor_of_undeclared();

}  // namespace dimma::test
