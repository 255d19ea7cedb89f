#include "cdr/stream/exceptions.hpp"

#include <dimma/generated/plain_exception.hpp>

#include <ostream>
#include <utility>

namespace dimma {

void print_plain_exception(std::ostream& out, const CORBA::UserException& exception, std::string_view detail) {
  out << exception._name() << " (" << exception._rep_id() << ")";
  if (!detail.empty()) out << ": " << detail;
}

}  // namespace dimma

namespace dimma::cdr {

void write_exception(Encoder& out, const CORBA::SystemException& exception) {
  out.put_identifier(exception._rep_id());
  out.put(exception.minor());
  out.put(static_cast<std::uint32_t>(exception.completed()));
}

void write_exception(Encoder& out, const CORBA::UserException& exception) {
  out.put_identifier(exception._rep_id());
  exception._encode(out);
}

SystemExceptionBody read_system_exception(Decoder& in) {
  SystemExceptionBody body;
  body.repository_id = in.get_string_view();
  body.minor = in.get<std::uint32_t>();
  const auto completed = in.get<std::uint32_t>();
  if (completed > CORBA::COMPLETED_MAYBE) in.malformed("an invalid completion status");
  body.completed = static_cast<CORBA::CompletionStatus>(completed);
  return body;
}

void raise_system_exception(Decoder& in, std::string detail) {
  const SystemExceptionBody body = read_system_exception(in);
  dimma::raise_system_exception(body.repository_id, body.minor, body.completed, std::move(detail));
}

}  // namespace dimma::cdr
