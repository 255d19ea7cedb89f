#pragma once
// The initial reference "CodecFactory".

#include <dimma/codec_factory.hpp>

#include <memory>

namespace dimma::orb {

class OrbState;

// Decoded references belong to that ORB.
CORBA::object_reference<IOP::CodecFactory> make_codec_factory(std::shared_ptr<OrbState> orb);

}  // namespace dimma::orb
