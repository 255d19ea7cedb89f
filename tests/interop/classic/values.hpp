#pragma once
// samples::Walk over the types of everything.idl in the classic C++ mapping.

#include "common/samples.hpp"

#include <everything.hh>

#include <utility>

namespace classic {

inline constexpr std::size_t text_limit = 40;
inline constexpr std::size_t nickname_limit = 12;

// The types of strings within others, to which each ORB gives a name of its own.
using StringMember = decltype(Everything::Person::name);
using StringElement = decltype(std::declval<Everything::StringSeq&>()[0]);

// The functions are members of one class, so that each can call all others, in any order.
class Values {
 public:
  using Walk = samples::Walk;

  template <class T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) static void walk(Walk& over, T& value) { over.leaf(value); }
  static void walk(Walk& over, StringMember& value) { walk_text(over, value, text_limit); }
  static void walk(Walk& over, StringElement value) { walk_text(over, value, text_limit); }

  template <class Element, std::size_t N>
  static void walk(Walk& over, Element (&array)[N]) {
    for (auto& element : array) walk(over, element);
  }
  template <class Sequence>
  requires requires(Sequence& sequence) { sequence.length(CORBA::ULong{1}); }
  static void walk(Walk& over, Sequence& value) {
    walk_elements(over, value, 17, [&](auto&& element) { walk(over, element); });
  }
  static void walk(Walk& over, Everything::BoundedLongs& value) {
    walk_elements(over, value, Everything::five, [&](CORBA::Long& element) { walk(over, element); });
  }
  static void walk(Walk& over, Everything::BoundedStrings& value) {
    walk_elements(over, value, 4, [&](StringElement element) { walk(over, element); });
  }
  static void walk(Walk& over, Everything::BoundedPersons& value) {
    walk_elements(over, value, 2, [&](Everything::Person& element) { walk(over, element); });
  }
  static void walk(Walk& over, Everything::BoundedStringSeq& value) {
    walk_elements(over, value, 17, [&](StringElement element) { walk_text(over, element, nickname_limit); });
  }
  static void walk(Walk& over, Everything::CubeSeq& value) {
    walk_elements(over, value, 17, [&](Everything::Cube_slice* element) {
      for (int i = 0; i < 2; ++i) walk(over, element[i]);
    });
  }

  static void walk(Walk& over, Everything::Point& value) {
    walk(over, value.x);
    walk(over, value.y);
  }
  static void walk(Walk& over, Everything::Mixed& value) {
    walk(over, value.first);
    walk(over, value.second);
    walk(over, value.third);
    walk(over, value.fourth);
    walk(over, value.fifth);
    walk(over, value.sixth);
    walk(over, value.seventh);
    walk(over, value.eighth);
    walk(over, value.ninth);
    walk(over, value.tenth);
    walk(over, value.eleventh);
  }
  static void walk(Walk& over, Everything::Person& value) {
    walk(over, value.name);
    walk_text(over, value.nickname, nickname_limit);
    walk(over, value.eyes);
    walk(over, value.house);
    walk(over, value.details);
    walk(over, value.member);
  }
  static void walk(Walk& over, Everything::Tree& value) {
    walk(over, value.value);
    walk_elements(over, value.children, 6, [&](Everything::Tree& child) { walk(over, child); });
  }
  static void walk(Walk& over, Everything::Chain& value) {
    walk(over, value.link);
    walk_elements(over, value.next, 2, [&](Everything::Chain& next) { walk(over, next); });
  }
  static void walk(Walk& over, Everything::Holder& value) {
    walk(over, value.numbers);
    walk(over, value.grid);
    walk(over, value.labels);
    walk(over, value.path);
    walk(over, value.blob);
    walk(over, value.solid);
    walk(over, value.last);
  }

  // For big sequences: the length is given instead of drawn.
  template <class Sequence>
  static void walk_all(Walk& over, Sequence& value, std::size_t elements) {
    if (over.filling()) value.length(static_cast<CORBA::ULong>(elements));
    over.compare_length(value.length(), elements);
    for (CORBA::ULong i = 0; i < value.length(); ++i) walk(over, value[i]);
  }

 private:
  // String members, elements of sequences and of arrays.
  template <class String>
  static void walk_text(Walk& over, String&& value, std::size_t limit) {
    const std::string expected = over.text(limit);
    if (over.filling()) {
      value = CORBA::string_dup(expected.c_str());
    } else {
      over.compare_text(value.in(), expected);
    }
  }

  template <class Sequence, class EachElement>
  static void walk_elements(Walk& over, Sequence& value, std::size_t limit, EachElement each) {
    const std::size_t expected = over.length(limit);
    if (over.filling()) value.length(static_cast<CORBA::ULong>(expected));
    over.compare_length(value.length(), expected);
    over.enter();
    for (CORBA::ULong i = 0; i < value.length(); ++i) each(value[i]);
    over.leave();
  }
};

template <class T>
void fill(T& value, CORBA::Long seed) {
  samples::Walk over(samples::Walk::Mode::fill, seed);
  Values::walk(over, value);
}

// Throws samples::Differs.
template <class T>
void compare(const T& value, CORBA::Long seed) {
  samples::Walk over(samples::Walk::Mode::compare, seed);
  Values::walk(over, const_cast<T&>(value));  // a comparing walk changes nothing
}

inline std::string sample_text(CORBA::Long seed, std::size_t limit) {
  return samples::Walk(samples::Walk::Mode::fill, seed).text(limit);
}
inline void compare_text(const char* value, CORBA::Long seed, std::size_t limit) {
  samples::Walk over(samples::Walk::Mode::compare, seed);
  over.compare_text(value, over.text(limit));
}

}  // namespace classic
