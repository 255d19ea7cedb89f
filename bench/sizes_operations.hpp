#pragma once
// The common part of the clients of dimma-bench's Sizes, for every ORB: an operation "TYPE/OCTETS" sends an
// argument of that type, which has about OCTETS octets in the message and is made when it is first sent. Arguments of
// "text" and "wide" have that number of letters.

#include "measure/code_sets.hpp"
#include "measure/command_line.hpp"
#include "measure/turns.hpp"
#include "numbers.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace bench {

inline constexpr std::size_t piece_octets = 16;
// The approximate octets of a sequence's string, of a union, and of an Any that holds a Piece, with its TypeCode.
inline constexpr const char* short_text = "eleven char";
inline constexpr std::size_t short_text_octets = 16;
inline constexpr std::size_t choice_octets = 20;
inline constexpr std::size_t piece_any_octets = 128;

// Keeps only the argument that was sent last, because the memory would not suffice for several large ones.
class ArgumentKept {
 public:
  // `make` returns a std::shared_ptr to the argument, which may have any type.
  template <class Value, class Make>
  const Value& of(const std::string& name, const Make& make) {
    if (name != name_) {
      kept_.reset();
      kept_ = make();
      name_ = name;
    }
    return *static_cast<const Value*>(kept_.get());
  }

 private:
  std::string name_;
  std::shared_ptr<void> kept_;
};

// Adds the operations of one type. `make` makes an argument of a number of octets, and `send` sends it.
template <class Make, class Send>
void add_operations(measure::TurnOperations& operations, const std::string& type, const std::vector<std::size_t>& sizes,
                    Make make, Send send) {
  using Value = decltype(make(std::size_t{0}));
  const auto kept = std::make_shared<ArgumentKept>();
  for (const std::size_t octets : sizes) {
    const std::string name = type + '/' + std::to_string(octets);
    const auto call = [kept, name, octets, make, send] {
      send(kept->of<Value>(name, [&] { return std::make_shared<Value>(make(octets)); }));
    };
    operations[name] = {call};
  }
}

// A text of `count` letters, of which one in eight is accented, so that a conversion changes the text.
template <class Text>
Text letters(std::size_t count) {
  Text text(count, 'e');
  for (std::size_t i = 0; i < count; i += 8) text[i] = static_cast<typename Text::value_type>(0xe9);
  return text;
}

// The clients' flags in addition to those of measure::TimeRequest.
struct SizesRequest {
  std::string sizes = "0";
  bool converted = false;

  void declare(measure::CommandLine& command_line) {
    command_line.text("sizes", sizes, "octets of an argument (0)")
        .toggle("converted", converted, "as if the server took UTF-8 alone, so that strings are converted");
  }
  std::string reference(const std::string& given) const {
    return converted ? measure::taking_utf8_alone(given) : given;
  }
};

// Parses a list such as "0,64,1024".
inline std::vector<std::size_t> argument_sizes(const std::string& text) {
  return numbers("--sizes", text, std::size_t{1} << 30, 0);
}

}  // namespace bench
