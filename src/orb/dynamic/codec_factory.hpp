#pragma once
// Implements the initial reference "CodecFactory".

#include <dimma/codec_factory.hpp>

#include <memory>

namespace dimma::orb {

class OrbState;

// Object references that the factory's codecs decode belong to `orb`.
CORBA::object_reference<IOP::CodecFactory> make_codec_factory(std::shared_ptr<OrbState> orb);

}  // namespace dimma::orb
