#include "classic/plain_servants.hpp"
#include "classic/system_exceptions.hpp"

#include <algorithm>
#include <utility>

namespace classic {

char* Errors::raise_rich(CORBA::Long code, char*& kept) {
  if (code == 0) return CORBA::string_dup(kept);
  if (code < 0) throw Everything::Empty();
  Everything::StringSeq texts;
  texts.length(2);
  texts[0] = CORBA::string_dup("first");
  texts[1] = CORBA::string_dup(kept);
  throw Everything::Rich(code, texts, Everything::Point{code + 1, -code});
}

void Errors::raise_undeclared() { throw Everything::Rich(1, Everything::StringSeq(), Everything::Point{}); }

void Errors::raise_system(const char* name, CORBA::ULong minor_code, CORBA::ULong completed) {
  const std::string wanted = name;
  const auto status = static_cast<CORBA::CompletionStatus>(completed);
#define RAISE(NAME) \
  if (wanted == #NAME) throw CORBA::NAME(minor_code, status);
  EVERYTHING_SYSTEM_EXCEPTIONS(RAISE)
#undef RAISE
  throw CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO);
}

char* Attributes::title() {
  ++reads_;
  return CORBA::string_dup(title_.c_str());
}

void Notes::add(std::string text) {
  const std::lock_guard lock(mutex_);
  notes_.push_back(std::move(text));
}
void Notes::note(const char* text) { add(std::string("text ") + text); }
void Notes::note_person(const Everything::Person& who, const Everything::LongSeq& numbers) {
  add(std::string("person ") + who.name.in() + " with " + std::to_string(numbers.length()) + " numbers");
}
void Notes::note_nothing() { add("nothing"); }

Everything::StringSeq* Notes::take() {
  std::vector<std::string> taken;
  {
    const std::lock_guard lock(mutex_);
    taken.swap(notes_);
  }
  auto* const result = new Everything::StringSeq;
  result->length(static_cast<CORBA::ULong>(taken.size()));
  for (CORBA::ULong i = 0; i < result->length(); ++i) (*result)[i] = CORBA::string_dup(taken[i].c_str());
  return result;
}

Everything::OctetSeq* Big::reverse(const Everything::OctetSeq& octets) {
  auto* const result = new Everything::OctetSeq;
  result->length(octets.length());
  std::reverse_copy(octets.get_buffer(), octets.get_buffer() + octets.length(), result->get_buffer());
  return result;
}

void Big::people(CORBA::Long seed, CORBA::ULong elements, Everything::PersonSeq& group) {
  expect([&] {
    samples::Walk over(samples::Walk::Mode::compare, seed);
    Values::walk_all(over, group, elements);
  });
  samples::Walk over(samples::Walk::Mode::fill, seed + 1);
  Values::walk_all(over, group, elements);
}

Everything::LongSeq* Big::numbers(CORBA::ULong elements) {
  auto* const result = new Everything::LongSeq;
  result->length(elements);
  for (CORBA::ULong i = 0; i < elements; ++i) (*result)[i] = static_cast<CORBA::Long>(i * 2654435761U);
  return result;
}

Everything::_cxx_struct* Keywords::_cxx_operator(CORBA::Long _cxx_new, CORBA::Boolean& _cxx_delete,
                                                 CORBA::String_out string) {
  string = CORBA::string_dup(_cxx_delete ? "yes" : "no");
  _cxx_delete = !_cxx_delete;
  auto* const result = new Everything::_cxx_struct;
  result->_cxx_long = _cxx_new + 1;
  result->_cxx_class = CORBA::string_dup("classy");
  return result;
}

Everything::Constants* constants() {
  auto* const result = new Everything::Constants;
  result->of_boolean = Everything::a_boolean;
  result->of_char = Everything::a_char;
  result->of_octet = Everything::an_octet;
  result->of_short = Everything::a_short;
  result->of_unsigned_short = Everything::an_unsigned_short;
  result->of_long = Everything::a_long;
  result->of_unsigned_long = Everything::an_unsigned_long;
  result->of_long_long = Everything::a_long_long;
  result->of_unsigned_long_long = Everything::an_unsigned_long_long;
  result->of_float = Everything::a_float;
  result->of_double = Everything::a_double;
  result->of_string = CORBA::string_dup(Everything::a_string);
  result->of_enum = Everything::favourite;
  return result;
}

}  // namespace classic
