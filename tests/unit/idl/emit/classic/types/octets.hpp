#pragma once
// Encodes and decodes by the streams of the classic mapping, for tests that include its headers alone.
#include <cstddef>
#include <functional>
#include <vector>

namespace dimma {
namespace classic {
class Input;
class Output;
}  // namespace classic
}  // namespace dimma

typedef std::vector<unsigned char> Octets;

enum class ByteOrder { little, big };

// A value is preceded by `before` octets, which shift its alignment.
Octets encoded(const std::function<void(dimma::classic::Output&)>& write, ByteOrder order, std::size_t before);

// The result of decoding. BAD_PARAM and MARSHAL are those of the modern mapping, which the library translates later.
enum class Decoded { whole, with_octets_left, marshal };

Decoded decoded(const Octets& octets, const std::function<void(dimma::classic::Input&)>& read, ByteOrder order,
                std::size_t before);

// Returns true if encoding throws BAD_PARAM.
bool is_refused(const std::function<void(dimma::classic::Output&)>& write);

// Decodes a value of the type `Kinds::name` by the modern mapping, and encodes it again.
Octets sent_by_modern(const char* name, const Octets& octets, ByteOrder order, std::size_t before);
