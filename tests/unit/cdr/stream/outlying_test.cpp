// Long blocks that are sent from where they are: gathered again, they give the message that copying would give.

#include <dimma/exception.hpp>
#include <dimma/generated/cdr/codec.hpp>
#include <dimma/generated/cdr/encoder.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

using namespace dimma;
using namespace dimma::cdr;

namespace {

using Octets = std::vector<std::byte>;

Octets gathered(const Encoder& out) {
  Octets whole;
  const auto add = [&whole](const void* data, std::size_t octets) {
    const auto* const first = static_cast<const std::byte*>(data);
    whole.insert(whole.end(), first, first + octets);
  };
  std::size_t done = 0;
  for (const auto& block : out.buffer().outlying()) {
    add(out.octets().data() + done, block.at - done);
    add(block.data, block.octets);
    done = block.at + block.stand_ins();
  }
  add(out.octets().data() + done, out.size() - done);
  EXPECT_EQ(whole.size(), out.message_octets());
  return whole;
}

template <class T>
std::vector<T> pattern(std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>(i * 7 + 3);
  return values;
}

struct Content {
  std::vector<std::uint8_t> octets;
  std::vector<double> numbers;
  std::vector<std::int16_t> shorts;
  std::string text;
};

void write_all(Encoder& out, const Content& content) {
  out.put(std::uint8_t{1});
  write(out, content.octets);
  out.put(std::uint8_t{2});
  write(out, content.numbers);
  write(out, std::string("between"));
  write(out, content.text);
  write(out, content.shorts);
  out.put(4.5);
}

TEST(External, BlocksOfEverySizeLeaveTheMessageUnchanged) {
  for (const auto order : {std::endian::little, std::endian::big}) {
    for (std::size_t more = 0; more < 9; ++more) {
      const std::size_t octets = ExternalBlock::octets_min - 1 + more;
      const Content content{.octets = pattern<std::uint8_t>(octets),
                            .numbers = pattern<double>(octets / 8 + more),
                            .shorts = pattern<std::int16_t>(octets / 2 + more),
                            .text = std::string(octets, 't')};
      Buffer plain_buffer;
      Encoder plain(plain_buffer, order);
      write_all(plain, content);
      Buffer buffer;
      Encoder out(buffer, order);
      buffer.gather();
      write_all(out, content);
      EXPECT_TRUE(gathered(out) == Octets(plain.octets().begin(), plain.octets().end())) << more;
      // With the other byte order, all but octets and characters have to be swapped, and so are copied.
      const std::size_t long_ones = order == std::endian::native ? 4 : 2;
      if (more != 1) {
        EXPECT_EQ(out.buffer().outlying().size(), more == 0 ? 0 : long_ones);
      }
      out.reset();
      buffer.clear_external_blocks();
      EXPECT_EQ(out.message_octets(), 0U);
    }
  }
}

TEST(External, EncapsulatedSequencesAreCopied) {
  const auto octets = pattern<std::uint8_t>(ExternalBlock::octets_min);
  Buffer buffer;
  Encoder out(buffer);
  buffer.gather();
  const auto opened = out.open_encapsulation();
  write(out, octets);
  out.close_encapsulation(opened);
  EXPECT_TRUE(out.buffer().outlying().empty());
  write(out, octets);
  EXPECT_EQ(out.buffer().outlying().size(), 1U);
}

TEST(External, AStringIsLookedAtAllTheSame) {
  Buffer buffer;
  Encoder out(buffer);
  buffer.gather();
  std::string text(ExternalBlock::octets_min, 'a');
  text.back() = 0;
  EXPECT_THROW(write(out, text), CORBA::BAD_PARAM);
  EXPECT_TRUE(out.buffer().outlying().empty());
}

TEST(External, TheLimitOfAMessageIsKept) {
  const auto octets = pattern<std::uint8_t>(ExternalBlock::octets_min);
  Buffer buffer(1024, 2 * ExternalBlock::octets_min);
  Encoder out(buffer);
  buffer.gather();
  write(out, octets);
  EXPECT_THROW(write(out, octets), CORBA::MARSHAL);
}

}  // namespace
