#pragma once
// samples::Walk over the types of everything.idl in the IDL-to-C++11 mapping.

#include "common/samples.hpp"

#include <everything.hpp>

#include <array>
#include <string>
#include <vector>

namespace mapped {

inline constexpr std::size_t text_limit = 40;
inline constexpr std::size_t nickname_limit = 12;
inline constexpr std::size_t elements_limit = 17;

// The functions are members of one class, so that each can call all others, in any order.
class Values {
 public:
  using Walk = samples::Walk;

  template <class T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) static void walk(Walk& over, T& value) { over.leaf(value); }
  static void walk(Walk& over, std::string& value) { walk_text(over, value, text_limit); }
  static void walk(Walk& over, Everything::BoundedString& value) { walk_text(over, value, nickname_limit); }
  static void walk_text(Walk& over, std::string& value, std::size_t limit) {
    const std::string expected = over.text(limit);
    if (over.filling()) {
      value = expected;
    } else {
      over.compare_text(value, expected);
    }
  }

  template <class Element, std::size_t N>
  static void walk(Walk& over, std::array<Element, N>& value) {
    for (Element& element : value) walk(over, element);
  }
  template <class Element>
  static void walk(Walk& over, std::vector<Element>& value) {
    walk_elements(over, value, elements_limit);
  }
  template <class Element, std::uint32_t Bound>
  static void walk(Walk& over, IDL::bounded_vector<Element, Bound>& value) {
    walk_elements(over, value, Bound);
  }

  static void walk(Walk& over, Everything::Point& value) {
    walk(over, value.x());
    walk(over, value.y());
  }
  static void walk(Walk& over, Everything::Mixed& value) {
    walk(over, value.first());
    walk(over, value.second());
    walk(over, value.third());
    walk(over, value.fourth());
    walk(over, value.fifth());
    walk(over, value.sixth());
    walk(over, value.seventh());
    walk(over, value.eighth());
    walk(over, value.ninth());
    walk(over, value.tenth());
    walk(over, value.eleventh());
  }
  static void walk(Walk& over, Everything::Person& value) {
    walk(over, value.name());
    walk(over, value.nickname());
    walk(over, value.eyes());
    walk(over, value.house());
    walk(over, value.details());
    walk(over, value.member());
  }
  static void walk(Walk& over, Everything::Tree& value) {
    walk(over, value.value());
    walk_elements(over, value.children(), 6);
  }
  static void walk(Walk& over, Everything::Chain& value) {
    walk(over, value.link());
    walk_elements(over, value.next(), 2);
  }
  static void walk(Walk& over, Everything::Holder& value) {
    walk(over, value.numbers());
    walk(over, value.grid());
    walk(over, value.labels());
    walk(over, value.path());
    walk(over, value.blob());
    walk(over, value.solid());
    walk(over, value.last());
  }

  // For big sequences: the length is given instead of drawn.
  template <class Element>
  static void walk_all(Walk& over, std::vector<Element>& value, std::size_t elements) {
    if (over.filling()) value.resize(elements);
    over.compare_length(value.size(), elements);
    for (Element& element : value) walk(over, element);
  }

 private:
  template <class Sequence>
  static void walk_elements(Walk& over, Sequence& value, std::size_t limit) {
    const std::size_t expected = over.length(limit);
    if (over.filling()) value.resize(expected);
    over.compare_length(value.size(), expected);
    over.enter();
    for (auto&& element : value) walk_element(over, element);
    over.leave();
  }
  template <class Element>
  static void walk_element(Walk& over, Element& element) {
    walk(over, element);
  }
  // Elements of std::vector<bool> are bits.
  static void walk_element(Walk& over, std::vector<bool>::reference& element) {
    bool value = element;
    over.leaf(value);
    if (over.filling()) element = value;
  }
};

template <class T>
void fill(T& value, std::int32_t seed) {
  samples::Walk over(samples::Walk::Mode::fill, seed);
  Values::walk(over, value);
}

template <class T>
T sample(std::int32_t seed) {
  T value = T();  // not T{}: clang 14 crashes on arrays of arrays of strings
  fill(value, seed);
  return value;
}

// Throws samples::Differs.
template <class T>
void compare(const T& value, std::int32_t seed) {
  samples::Walk over(samples::Walk::Mode::compare, seed);
  Values::walk(over, const_cast<T&>(value));  // a comparing walk changes nothing
}

}  // namespace mapped
