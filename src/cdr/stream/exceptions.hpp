#pragma once
// Exceptions as the body of a reply (CORBA 3.3 part 2, 9.3.5.3 and 9.4.3.2): the repository id, followed by a system
// exception's minor code and completion status or a user exception's members.

#include <dimma/exception.hpp>
#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>

#include <string>
#include <string_view>

namespace dimma::cdr {

void write_exception(Encoder& out, const CORBA::SystemException& exception);
void write_exception(Encoder& out, const CORBA::UserException& exception);

// A received system exception. The repository id is a view into the decoder's octets.
struct SystemExceptionBody {
  std::string_view repository_id;
  std::uint32_t minor = 0;
  CORBA::CompletionStatus completed = CORBA::COMPLETED_MAYBE;
};
// Throws CORBA::MARSHAL if the octets are not one.
SystemExceptionBody read_system_exception(Decoder& in);

// Reads a system exception and throws it; `detail` becomes its _detail().
[[noreturn]] void raise_system_exception(Decoder& in, std::string detail = {});

}  // namespace dimma::cdr
