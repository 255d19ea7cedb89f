#include "dimma/plain_servants.hpp"

#include <utility>

namespace mapped {

std::string Errors::raise_rich(std::int32_t code, std::string& kept) {
  if (code == 0) return kept;
  if (code < 0) throw Everything::Empty();
  throw Everything::Rich(code, {"first", kept}, Everything::Point(code + 1, -code));
}

void Errors::raise_system(const std::string& name, std::uint32_t minor_code, std::uint32_t completed) {
  dimma::raise_system_exception("IDL:omg.org/CORBA/" + name + ":1.0", minor_code,
                                static_cast<CORBA::CompletionStatus>(completed));
}

void Notes::add(std::string text) {
  const std::lock_guard lock(mutex_);
  notes_.push_back(std::move(text));
}

Everything::StringSeq Notes::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(notes_, {});
}

Everything::OctetSeq Big::reverse(const Everything::OctetSeq& octets) { return {octets.rbegin(), octets.rend()}; }

void Big::people(std::int32_t seed, std::uint32_t elements, Everything::PersonSeq& group) {
  try {
    samples::Walk over(samples::Walk::Mode::compare, seed);
    Values::walk_all(over, group, elements);
  } catch (const samples::Differs& difference) {
    throw Everything::Mismatch(difference.what());
  }
  samples::Walk over(samples::Walk::Mode::fill, seed + 1);
  Values::walk_all(over, group, elements);
}

Everything::LongSeq Big::numbers(std::uint32_t elements) {
  Everything::LongSeq result(elements);
  for (std::uint32_t i = 0; i < elements; ++i) result[i] = static_cast<std::int32_t>(i * 2654435761U);
  return result;
}

Everything::_cxx_struct Keywords::_cxx_operator(std::int32_t _cxx_new, bool& _cxx_delete, std::string& string) {
  string = _cxx_delete ? "yes" : "no";
  _cxx_delete = !_cxx_delete;
  return Everything::_cxx_struct(_cxx_new + 1, "classy");
}

Everything::Constants constants() {
  return Everything::Constants(Everything::a_boolean, Everything::a_char, Everything::an_octet, Everything::a_short,
                               Everything::an_unsigned_short, Everything::a_long, Everything::an_unsigned_long,
                               Everything::a_long_long, Everything::an_unsigned_long_long, Everything::a_float,
                               Everything::a_double, Everything::a_string, Everything::favourite);
}

}  // namespace mapped
