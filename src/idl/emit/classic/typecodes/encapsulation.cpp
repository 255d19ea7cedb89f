#include "idl/emit/classic/typecodes/encapsulation.hpp"

namespace dimma::idl::classic {

namespace {

constexpr std::size_t octets_of_length = 4;
constexpr unsigned octet_bits = 8;

char nth_octet(std::uint64_t value, std::size_t index) {
  return static_cast<char>((value >> (octet_bits * index)) & 0xffU);
}

}  // namespace

void Encapsulation::align(std::size_t size) {
  while ((octets_.size() - begin_) % size != 0) octets_.push_back('\0');
}

void Encapsulation::put(std::uint64_t value, std::size_t size) {
  align(size);
  for (std::size_t i = 0; i < size; ++i) octets_.push_back(nth_octet(value, i));
}

void Encapsulation::put_string(std::string_view text) {
  put_long(static_cast<std::uint32_t>(text.size() + 1));
  octets_.append(text);
  octets_.push_back('\0');
}

void Encapsulation::put_wide_character(char16_t unit) {
  put_octet(2);
  octets_.push_back(nth_octet(unit, 1));
  octets_.push_back(nth_octet(unit, 0));
}

std::size_t Encapsulation::place_of_long() {
  align(sizeof(std::uint32_t));
  return octets_.size();
}

Encapsulation::Nested::Nested(Encapsulation& around) : around_(around), begin_of_outer_(around.begin_) {
  around_.put_long(0);  // the length, which is known at the end
  around_.begin_ = around_.octets_.size();
  around_.put_octet(smallest_first);
}

Encapsulation::Nested::~Nested() {
  const std::size_t length = around_.octets_.size() - around_.begin_;
  for (std::size_t i = 0; i < octets_of_length; ++i) {
    around_.octets_[around_.begin_ - octets_of_length + i] = nth_octet(length, i);
  }
  around_.begin_ = begin_of_outer_;
}

}  // namespace dimma::idl::classic
