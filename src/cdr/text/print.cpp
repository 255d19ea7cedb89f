#include "base/text/print_number.hpp"

#include <dimma/any.hpp>
#include <dimma/exception.hpp>
#include <dimma/fixed.hpp>
#include <dimma/print.hpp>

#include <array>
#include <charconv>
#include <ostream>

namespace dimma {

namespace {

// Prints a wide character to a narrow stream. A character outside ASCII is printed as its code, as in C++ source.
void print_wide(std::ostream& out, wchar_t character) {
  const auto code = static_cast<std::uint32_t>(character);
  if (code >= 0x20 && code < 0x7F) {
    out << static_cast<char>(code);
    return;
  }
  std::array<char, 8> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), code, 16).ptr;
  out << "\\u{" << std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())) << '}';
}

}  // namespace

void print_text(std::ostream& out, std::string_view text) { out << text; }
void print_text(std::ostream& out, const char* text) { out << text; }

void print_fixed(std::ostream& out, const IDL::fixed_number& value) { out << value; }
void print_number(std::ostream& out, std::string_view type, std::uint64_t number) {
  out << type << '(';
  print_classic(out, number);
  out << ')';
}
void print_enumerator(std::ostream& out, const char* type, const char* const* names, std::size_t count,
                      std::uint64_t number) {
  if (number >= count) return print_number(out, type, number);
  out << type << "::" << names[number];
}

void printer<bool>::print(std::ostream& out, const bool& value) { out << (value ? "true" : "false"); }
void printer<char>::print(std::ostream& out, const char& value) { out << '\'' << value << '\''; }
void printer<wchar_t>::print(std::ostream& out, const wchar_t& value) {
  out << "L'";
  print_wide(out, value);
  out << '\'';
}
void printer<std::int8_t>::print(std::ostream& out, const std::int8_t& value) { print_classic(out, +value); }
void printer<std::uint8_t>::print(std::ostream& out, const std::uint8_t& value) { print_classic(out, +value); }
void printer<std::int16_t>::print(std::ostream& out, const std::int16_t& value) { print_classic(out, value); }
void printer<std::uint16_t>::print(std::ostream& out, const std::uint16_t& value) { print_classic(out, value); }
void printer<std::int32_t>::print(std::ostream& out, const std::int32_t& value) { print_classic(out, value); }
void printer<std::uint32_t>::print(std::ostream& out, const std::uint32_t& value) { print_classic(out, value); }
void printer<std::int64_t>::print(std::ostream& out, const std::int64_t& value) { print_classic(out, value); }
void printer<std::uint64_t>::print(std::ostream& out, const std::uint64_t& value) { print_classic(out, value); }
void printer<float>::print(std::ostream& out, const float& value) { print_classic(out, value); }
void printer<double>::print(std::ostream& out, const double& value) { print_classic(out, value); }
void printer<long double>::print(std::ostream& out, const long double& value) { print_classic(out, value); }

void printer<std::string>::print(std::ostream& out, const std::string& value) { out << '"' << value << '"'; }

void printer<std::wstring>::print(std::ostream& out, const std::wstring& value) {
  out << "L\"";
  for (const wchar_t character : value) print_wide(out, character);
  out << '"';
}

void printer<CORBA::Exception>::print(std::ostream& out, const CORBA::Exception& value) { value._print(out); }
void printer<CORBA::SystemException>::print(std::ostream& out, const CORBA::SystemException& value) {
  value._print(out);
}
void printer<CORBA::UserException>::print(std::ostream& out, const CORBA::UserException& value) { value._print(out); }

void printer<CORBA::TCKind>::print(std::ostream& out, const CORBA::TCKind& value) {
  const auto number = static_cast<std::size_t>(value);
  if (number >= tckind_count) return print_number(out, "CORBA::TCKind", number);
  out << "CORBA::TCKind::" << tckind_members[number].name;
}

void printer<CORBA::typecode_reference>::print(std::ostream& out, const CORBA::typecode_reference& value) {
  if (value == nullptr) {
    out << "nil";
    return;
  }
  const std::string_view id = value->_description().id;
  if (id.empty()) {
    printer<CORBA::TCKind>::print(out, value->kind());
  } else {
    out << id;
  }
}

}  // namespace dimma
