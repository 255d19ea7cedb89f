#pragma once
/// dimma::classic::codec: encodes values of the mapping's types in Common Data Representation, and decodes them (CORBA
/// 3.3 part 2, 9.3). Internal to dimma; generated code specialises it for its types.

#include <dimma/classic/generated/basic_codec.hpp>
#include <dimma/classic/generated/fixed_codec.hpp>
#include <dimma/classic/generated/orb_codecs.hpp>
#include <dimma/classic/generated/sequence_codec.hpp>
