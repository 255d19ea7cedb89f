#include "sequences.hpp"

#include "measure/clock.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace bench {
namespace {

// The Timing example's PerfStruct, as the IDL compiler maps it.
struct Element {
  std::int16_t short_value = 0;
  std::int32_t long_value = 0;
  float float_value = 0;
  double double_value = 0;
  char char_value = 0;
  std::string string_value;
};

// The values of an element, as they are decoded from a message.
struct Received {
  std::int16_t short_value;
  std::int32_t long_value;
  float float_value;
  double double_value;
  char char_value;
  char text[6];
};

void assign(Element& element, const Received& from) {
  element.short_value = from.short_value;
  element.long_value = from.long_value;
  element.float_value = from.float_value;
  element.double_value = from.double_value;
  element.char_value = from.char_value;
  element.string_value.assign(from.text, sizeof from.text - 1);
}

std::vector<Element> made_of(const Received& from, std::size_t elements) {
  std::vector<Element> made(elements);
  for (Element& element : made) assign(element, from);
  return made;
}

// Keeps the compiler from removing elements that are not used.
void look_at(const std::vector<Element>& elements) { asm volatile("" : : "g"(elements.data()) : "memory"); }

}  // namespace

double make_copy_destroy_us(std::size_t elements) {
  const Received from{1, 2, 3.0F, 4.0, 'c', "hello"};
  std::vector<Element> out(elements), both(elements);
  const std::uint64_t begin = measure::now_ns();
  {
    const std::vector<Element> in = made_of(from, elements);
    const std::vector<Element> in_and_out = made_of(from, elements);
    const std::vector<Element> result = in;
    for (const auto* const each : {&in, &in_and_out, &result}) look_at(*each);
  }
  for (auto* const each : {&out, &both}) {
    for (Element& element : *each) assign(element, from);
    look_at(*each);
  }
  return static_cast<double>(measure::now_ns() - begin) / 1000;
}

}  // namespace bench
