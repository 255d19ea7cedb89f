#pragma once
// The octets of omniORB's streams.

#include <omniORB4/cdrStream.h>

#include "classic/exceptions/raise.hpp"
#include "classic/exceptions/translation.hpp"

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>
#include <dimma/minor.hpp>

#include <bit>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

// The octets of a stream: either its own, or those of the caller, which are only read.
class cdrStream::Octets {
 public:
  explicit Octets(std::size_t capacity) : own_(std::in_place, capacity) {}
  explicit Octets(std::span<const std::byte> of_caller) : of_caller_(of_caller) {}

  bool is_read_only() const { return !own_; }
  std::span<const std::byte> all() const {
    return own_ ? std::span<const std::byte>(own_->data(), written_) : of_caller_;
  }

  std::endian order() const { return order_; }
  void order(std::endian order) { order_ = order; }
  void rewind_input() { read_ = 0; }
  void discard() { written_ = read_ = 0; }

  template <class Function>
  void write(Function function) {
    dimma::classic::with_classic_exceptions([&] {
      if (!own_) refuse();
      dimma::cdr::Encoder encoder(*own_, order_);
      encoder.truncate(written_);
      function(encoder);
      written_ = encoder.size();
    });
  }

  template <class Function>
  void read(Function function) {
    dimma::classic::with_classic_exceptions([&] {
      dimma::cdr::Decoder decoder(all(), order_, ::CORBA::COMPLETED_NO);
      decoder.taken_to(read_);
      function(decoder);
      read_ = decoder.offset();
    });
  }

 private:
  [[noreturn, gnu::cold]] static void refuse() {
    dimma::classic::raise<dimma::classic::CORBA::MARSHAL>(dimma::minor::marshal_buffer_limit,
                                                          dimma::classic::CORBA::COMPLETED_NO,
                                                          "a stream over octets of the caller can only be read");
  }

  std::optional<dimma::cdr::Buffer> own_;
  std::span<const std::byte> of_caller_;
  std::endian order_ = std::endian::native;
  std::size_t written_ = 0;
  std::size_t read_ = 0;
};
