// A script of types, then the octets to decode them from. Values that can be decoded are encoded and decode to the same
// again; others raise CORBA::MARSHAL, and allocate only in proportion to the octets. The results are the same if the
// octets arrive a few at a time.

#include <dimma/generated/cdr/loaned_codec.hpp>
#include <dimma/generated/cdr/parts.hpp>
#include <dimma/generated/cdr/union_codec.hpp>

#include "unit/cdr/stream/dribble.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace dimma;

// Like the generated code of a recursive struct.
struct Tree {
  std::vector<Tree> children;
  std::string name;
};

// Like generated structs of fixed layout, one with the same layout in memory as on the wire and one with another.
enum class Colour : std::uint32_t { red, green, blue };
struct Point {
  std::int16_t x = 0;
  std::int16_t y = 0;
};
struct Fixed {
  char letter = 0;
  std::int32_t number = 0;
  bool flag = false;
  Colour colour = Colour::red;
  std::array<Point, 2> points = {};
  double real = 0;
};

// Like the generated code of a type that is encoded in batches.
struct Named {
  std::string name;
  bool flag = false;
  Point place;
  std::string label;
  double real = 0;
};
struct Choice {
  static constexpr std::size_t branch_of(Colour colour) noexcept { return static_cast<std::size_t>(colour) + 1; }
  union_value<std::string, std::vector<std::int16_t>, Named> held{std::in_place_index<1>};
  Colour colour = Colour::red;
};

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

template <>
struct dimma::cdr::codec<Tree> {
  static constexpr std::size_t octets_min = 8;
  static void write(Encoder& out, const Tree& value) {
    cdr::write(out, value.children);
    cdr::write(out, value.name);
  }
  static void read(Decoder& in, Tree& value) {
    cdr::read(in, value.children);
    cdr::read(in, value.name);
  }
};

template <>
struct dimma::cdr::codec<Colour> : enum_codec<Colour, 3> {};
template <>
struct dimma::cdr::codec<Point> : fixed_struct_codec<Point> {
  static constexpr std::size_t octets_min = 4;
  using fixed_members = member_types<std::int16_t, std::int16_t>;
  template <class Value, class Visitor>
  static void visit(Value& value, Visitor visitor) {
    visitor(value.x, value.y);
  }
};
template <>
struct dimma::cdr::codec<Fixed> : fixed_struct_codec<Fixed> {
  static constexpr std::size_t octets_min = 26;
  using fixed_members = member_types<char, std::int32_t, bool, Colour, std::array<Point, 2>, double>;
  template <class Value, class Visitor>
  static void visit(Value& value, Visitor visitor) {
    visitor(value.letter, value.number, value.flag, value.colour, value.points, value.real);
  }
};

template <>
struct dimma::cdr::codec<Named> {
  static constexpr std::size_t octets_min = 21;
  static void write(Encoder& out, const Named& value) {
    cdr::write(out, value.name);
    write_run_and_string(out, value.label, value.flag, value.place);
    cdr::write(out, value.real);
  }
  static void read(Decoder& in, Named& value) {
    cdr::read(in, value.name);
    read_run_and_string(in, value.label, value.flag, value.place);
    cdr::read(in, value.real);
  }
  using batch_members = member_types<std::string, bool, Point, std::string, double>;
  template <class Value, class Visitor>
  static void visit(Value& value, Visitor visitor) {
    visitor(value.name, value.flag, value.place, value.label, value.real);
  }
  static const Named* write_batch(Encoder& out, const Named* first, const Named* last) {
    return cdr::write_batch(out, first, last);
  }
  static std::size_t read_batch(Decoder& in, std::vector<Named>& values, std::size_t done, std::size_t length) {
    return cdr::read_batch(in, values, done, length);
  }
};
template <>
struct dimma::cdr::codec<Choice> {
  static constexpr std::size_t octets_min = 4;
  static void write(Encoder& out, const Choice& value) {
    write_union<&Choice::branch_of>(out, value.colour, value.held);
  }
  static void read(Decoder& in, Choice& value) { read_union<&Choice::branch_of>(in, value.colour, value.held); }
  using batch_union = union_types<&Choice::branch_of, Colour, decltype(Choice::held)>;
  template <class Value, class Visitor>
  static void visit(Value& value, Visitor visitor) {
    visitor(value.colour, value.held);
  }
  static const Choice* write_batch(Encoder& out, const Choice* first, const Choice* last) {
    return cdr::write_batch(out, first, last);
  }
  static std::size_t read_batch(Decoder& in, std::vector<Choice>& values, std::size_t done, std::size_t length) {
    return cdr::read_batch(in, values, done, length);
  }
};

namespace {

template <class T>
std::vector<std::byte> encoded(const T& value, std::endian order) {
  cdr::Buffer buffer(1);
  cdr::Encoder out(buffer, order);
  cdr::write(out, value);
  return {out.octets().begin(), out.octets().end()};
}

// Compared as octets, since not every value is equal to itself.
template <class T>
void read(cdr::Decoder& in, std::vector<std::byte>& values) {
  const T value = cdr::read<T>(in);
  const auto native = encoded(value, std::endian::native);
  values.insert(values.end(), native.begin(), native.end());
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const auto octets = encoded(value, order);
    cdr::Decoder again(octets, order);
    require(encoded(cdr::read<T>(again), order) == octets);
    require(again.remaining() == 0);
  }
}

using Read = void (*)(cdr::Decoder&, std::vector<std::byte>&);
constexpr std::array<Read, 34> readers = {
    read<std::uint8_t>,
    read<std::int16_t>,
    read<std::uint32_t>,
    read<std::int64_t>,
    read<float>,
    read<double>,
    read<char>,
    read<bool>,
    read<std::string>,
    read<std::vector<std::uint8_t>>,
    read<std::vector<std::uint16_t>>,
    read<std::vector<double>>,
    read<std::vector<bool>>,
    read<std::vector<std::string>>,
    read<std::vector<std::vector<std::vector<std::int16_t>>>>,
    read<std::array<std::int32_t, 3>>,
    read<std::array<std::string, 2>>,
    read<IDL::bounded_string<5>>,
    read<IDL::bounded_vector<std::int64_t, 3>>,
    read<IDL::bounded_vector<IDL::bounded_string<2>, 2>>,
    read<Tree>,
    read<std::vector<Tree>>,
    read<Fixed>,
    read<std::vector<Fixed>>,
    read<std::array<Fixed, 2>>,
    read<std::vector<Point>>,
    read<std::vector<Colour>>,
    read<Named>,
    read<std::vector<Named>>,
    read<Choice>,
    read<std::vector<Choice>>,
    read<loaned<std::uint8_t>>,
    read<loaned<double, 3>>,
    read<loaned<Point>>,
};

void run(cdr::Decoder in, std::span<const std::uint8_t> script, std::vector<std::byte>& values) {
  for (const std::uint8_t step : script) {
    const std::size_t before = in.offset();
    if (step < readers.size()) {
      readers[step](in, values);
    } else if (step < 0x40) {
      cdr::Decoder inner = in.get_encapsulation();
      in = inner;
      continue;
    } else if (step < 0x80) {
      in.align(std::size_t{1} << (step & 3U));
    } else if (step < 0xc0) {
      in.skip(step & 0x3fU);
    } else {
      require(in.get_octets(step & 0x3fU).size() == (step & 0x3fU));
    }
    require(in.offset() >= before);
  }
}

// Returns true if all values could be read; puts them into `values`.
bool runs(const cdr::Decoder& in, std::span<const std::uint8_t> script, std::vector<std::byte>& values) {
  try {
    run(in, script, values);
    return true;
  } catch (const CORBA::MARSHAL& malformed) {
    require(!malformed._detail().empty() && malformed.completed() == CORBA::COMPLETED_MAYBE);
    return false;
  }
}

// Decodes the octets as a single part, which gives the same, and in parts of a few octets with an alignment of their
// own.
void run_in_parts(std::span<const std::byte> octets, std::endian order, std::size_t position,
                  std::span<const std::uint8_t> script, bool whole, const std::vector<std::byte>& values) {
  if (octets.empty()) return;
  for (const std::size_t part_octets : {octets.size(), 1 + octets.size() % 29}) {
    std::vector<std::byte> message(octets.begin(), octets.end());
    std::vector<std::uint32_t> ends;
    for (std::size_t end = part_octets; end < octets.size(); end += part_octets) {
      ends.push_back(static_cast<std::uint32_t>(end));
    }
    ends.push_back(static_cast<std::uint32_t>(octets.size()));
    cdr::PartEnds::append(message, ends);
    cdr::Decoder in(message, order, CORBA::COMPLETED_MAYBE, position);
    in.in_parts(octets.size());
    std::vector<std::byte> of_parts;
    const bool is_read = runs(in, script, of_parts);
    if (ends.size() == 1) require(is_read == whole && of_parts == values);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Octet 0: the script's length in its low bits, then the byte order and the octets' position in their message.
  if (size == 0) return 0;
  const std::size_t script_octets = std::min<std::size_t>(data[0] & 15U, size - 1);
  const std::endian order = (data[0] & 16U) != 0 ? std::endian::little : std::endian::big;
  const std::size_t position = data[0] >> 5U;
  const std::span<const std::byte> octets(reinterpret_cast<const std::byte*>(data) + 1 + script_octets,
                                          size - 1 - script_octets);
  const std::span<const std::uint8_t> script(data + 1, script_octets);
  std::vector<std::byte> values;
  const bool whole = runs(cdr::Decoder(octets, order, CORBA::COMPLETED_MAYBE, position), script, values);
  std::vector<std::byte> arrived;
  test::Dribble dribble(octets, 1 + size % 16, size % 8);
  require(runs(dribble.decoder(order, CORBA::COMPLETED_MAYBE, position), script, arrived) == whole);
  require(arrived == values);
  run_in_parts(octets, order, position, script, whole, values);
  return 0;
}
