#pragma once
/// Everything that generated stubs and clients need. Servers include <dimma/portable_server.hpp> as well.

#include <dimma/any.hpp>
#include <dimma/exception.hpp>
#include <dimma/fixed.hpp>
#include <dimma/generated/bounded.hpp>
#include <dimma/generated/call.hpp>
#include <dimma/generated/cdr/codec.hpp>
#include <dimma/generated/local_call.hpp>
#include <dimma/object.hpp>
#include <dimma/orb.hpp>
#include <dimma/reference.hpp>
#include <dimma/traits.hpp>

#include <array>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>
