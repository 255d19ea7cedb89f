// The places of loaned sequences in a message from a peer that shares the memory: marks, places and numbers, some of
// which are valid. An accepted sequence is in its place; anything else raises CORBA::MARSHAL; and each accepted place
// can be given back.

#include "cdr/any/any_transfer.hpp"
#include "cdr/stream/loaned_places.hpp"
#include "reactor/descriptor.hpp"
#include "transport/shm/loan_memory.hpp"

#include <dimma/generated/cdr/loaned_codec.hpp>
#include <dimma/generated/typecode_of.hpp>

#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

namespace {

using namespace dimma;
using transport::LoanMemory;

constexpr std::size_t places = 3;
constexpr std::size_t octets_each = 256;

void require(bool condition) {
  if (!condition) std::abort();
}

struct Ends {
  Ends() {
    require(::ftruncate(memory.get(), static_cast<off_t>(sizes.total())) == 0);
    sender = LoanMemory::map(sizes, memory.get(), 0, LoanMemory::Side::connector);
    receiver = LoanMemory::map(sizes, memory.get(), 0, LoanMemory::Side::listener);
    require(sender && receiver);
  }
  const transport::LoanSizes sizes{
      .count = places, .octets = octets_each, .to_listener_id = 0x0123'4567'89ab'cdefU, .to_connector_id = 77};
  const reactor::Descriptor memory{::memfd_create("loans", MFD_CLOEXEC)};
  std::shared_ptr<LoanMemory> sender;
  std::shared_ptr<LoanMemory> receiver;
};

template <class T>
bool takes(cdr::Decoder& in) {
  loaned<T, 40> value;
  cdr::read(in, value);
  if (!value.is_shared()) return true;
  require(value.size() * sizeof(T) <= octets_each && value.size() <= 40);
  for (const T& element : value) static_cast<void>(std::memchr(&element, 0, sizeof element));
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Ends ends;
  std::vector<dimma::LoanBlock> offered;
  for (std::size_t i = 0; i < places; ++i) {
    offered.push_back(ends.sender->take());
    require(offered.back().data() != nullptr);
    ends.sender->offer(offered.back().place(), offered.back().loan(), false);
  }
  // The numbers of loans only grow, so the input's numbers are relative to the first.
  std::vector<std::byte> octets(size);
  if (size != 0) std::memcpy(octets.data(), data, size);
  constexpr std::size_t record = 32;
  constexpr std::size_t loan_at = 16;
  for (std::size_t at = 0; at + record <= octets.size(); at += record) {
    std::uint64_t loan = 0;
    std::memcpy(&loan, octets.data() + at + loan_at, sizeof loan);
    loan += offered.front().loan();
    std::memcpy(octets.data() + at + loan_at, &loan, sizeof loan);
  }
  cdr::Decoder in(octets, std::endian::little, CORBA::COMPLETED_MAYBE);
  try {
    for (unsigned step = 0; in.remaining() != 0; ++step) {
      switch (step % 3) {
        case 0:
          takes<std::uint8_t>(in);
          break;
        case 1:
          takes<double>(in);
          break;
        default: {
          cdr::Buffer buffer;
          cdr::Encoder out(buffer);
          cdr::transfer(in, out, typecode_of<std::vector<std::uint8_t>>::value);
          break;
        }
      }
    }
  } catch (const CORBA::MARSHAL& malformed) {
    require(!malformed._detail().empty());
  }
  // A reader without type information gives back and withdraws the places in such a message, and no others.
  const auto before = ends.sender->numbers().in_use;
  cdr::give_back_places(octets, std::endian::big, *ends.receiver);
  cdr::give_back_places(octets, std::endian::little, *ends.receiver);
  cdr::withdraw_places(octets, std::endian::little, *ends.sender);
  require(ends.sender->numbers().in_use == before);  // this end still holds them
  offered.clear();
  require(ends.sender->numbers().in_use == 0);
  return 0;
}
