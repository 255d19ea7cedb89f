#include "iiop/giop/streamed_fragments.hpp"

#include <dimma/exception.hpp>

#include <algorithm>

namespace dimma::iiop {

namespace {

constexpr std::uint8_t minor_with_named_fragments = 2;

bool names_dimma(channel::Octets orb_type) {
  try {
    return decode_orb_type({component_orb_type, std::move(orb_type)}) == orb_type_dimma;
  } catch (const CORBA::INV_OBJREF&) {
    return false;  // malformed, and so not from dimma
  }
}

}  // namespace

bool is_dimma(const std::vector<channel::Tagged>& components) {
  const auto said = std::ranges::find(components, component_orb_type, &channel::Tagged::tag);
  return said != components.end() && names_dimma(said->data);
}

bool accepts_streamed_fragments(const std::vector<channel::Tagged>& components, std::uint8_t giop_minor) {
  return giop_minor >= minor_with_named_fragments && is_dimma(components);
}

bool accepts_streamed_fragments(const ServiceContexts& contexts) {
  const auto said = contexts.find(context_orb_type);
  return said && names_dimma({said->begin(), said->end()});
}

channel::Octets encode_own_orb_type() { return orb_type(orb_type_dimma).data; }

}  // namespace dimma::iiop
