#pragma once
// Exceptions as the body of a reply (CORBA 3.3 part 2, 9.3.5.3 and 9.4.3.2): the repository id, followed by the minor
// code and completion status of a system exception, or the members of a user exception.

#include <dimma/exception.hpp>
#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>

#include <string>
#include <string_view>

namespace dimma::cdr {

void write_exception(Encoder& out, const CORBA::SystemException& exception);
void write_exception(Encoder& out, const CORBA::UserException& exception);

// A received system exception. The repository id is a view into the octets of the decoder.
struct SystemExceptionBody {
  std::string_view repository_id;
  std::uint32_t minor = 0;
  CORBA::CompletionStatus completed = CORBA::COMPLETED_MAYBE;
};
// Throws CORBA::MARSHAL if the octets are not a system exception.
SystemExceptionBody read_system_exception(Decoder& in);

// Decodes a system exception and throws it, with `detail` as its _detail().
[[noreturn]] void raise_system_exception(Decoder& in, std::string detail = {});

}  // namespace dimma::cdr
