#pragma once
// Output over a cdr::Encoder, and Input over a cdr::Decoder. Included where the library makes them; inline, since every
// call does.

#include <dimma/classic/generated/input.hpp>
#include <dimma/classic/generated/output.hpp>

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>

namespace dimma::classic {

inline void Output::reload() {
  const auto octet_at = [](std::byte* at) { return reinterpret_cast<unsigned char*>(at); };
  const std::size_t drain_octets = encoder_->buffer().drain_octets();
  base_ = octet_at(encoder_->base());
  at_ = base_ + encoder_->at();
  end_ = encoder_->swaps() ? at_ : at_ + encoder_->room();
  full_ = drain_octets == ~std::size_t{0} ? no_limit() : octet_at(encoder_->buffer().data()) + drain_octets;
}

inline cdr::Encoder& Output::commit() {
  encoder_->filled_to(at());
  return *encoder_;
}

inline Output::Output(cdr::Encoder& encoder) : encoder_(&encoder), keeps_chars_(encoder.keeps_chars(true)) { reload(); }
inline Output::~Output() { commit(); }

inline void Input::reload() {
  base_ = reinterpret_cast<const unsigned char*>(decoder_->base());
  at_ = base_ + decoder_->at();
  end_ = at_ + decoder_->remaining();
}

// The base may have changed since reload(), if a failed read has entered another part of the message.
inline cdr::Decoder& Input::commit() {
  decoder_->taken_to(static_cast<std::size_t>(at_ - reinterpret_cast<const unsigned char*>(decoder_->base())));
  return *decoder_;
}

inline Input::Input(cdr::Decoder& decoder)
    : decoder_(&decoder), spoken_for_(0), depth_(0), swap_(decoder.swaps()), keeps_chars_(decoder.keeps_chars(true)) {
  reload();
}
inline Input::~Input() { commit(); }

}  // namespace dimma::classic
