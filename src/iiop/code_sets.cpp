#include "iiop/code_sets.hpp"

#include <algorithm>

namespace dimma::iiop {

namespace {

constexpr AgreedCodeSets assumed{code_set_latin1, code_set_utf16, true};

bool converts(const CodeSets::Component& component, std::uint32_t code_set) {
  return std::ranges::find(component.conversions, code_set) != component.conversions.end();
}

// The specification's steps: nobody converts; the server does; the client does; both do; the fallback.
std::uint32_t agree(const CodeSets::Component& client, const CodeSets::Component& server, std::uint32_t fallback) {
  if (client.native == server.native) return client.native;
  if (converts(server, client.native)) return client.native;
  if (converts(client, server.native)) return server.native;
  for (const auto code_set : server.conversions) {
    if (converts(client, code_set)) return code_set;
  }
  const bool both_have_fallback = (client.native == fallback || converts(client, fallback)) &&
                                  (server.native == fallback || converts(server, fallback));
  return both_have_fallback ? fallback : 0;
}

}  // namespace

const CodeSets& own_code_sets() {
  static const CodeSets sets{.for_char = {.native = code_set_latin1, .conversions = {code_set_utf8}},
                             .for_wchar = {.native = code_set_utf16, .conversions = {code_set_ucs2}}};
  return sets;
}

AgreedCodeSets agree(const CodeSets& client, const CodeSets& server) {
  const bool wide_offered = server.for_wchar.native != 0 || !server.for_wchar.conversions.empty();
  return {.for_char = agree(client.for_char, server.for_char, code_set_utf8),
          .for_wchar = wide_offered ? agree(client.for_wchar, server.for_wchar, code_set_utf16) : 0,
          .wide_offered = wide_offered};
}

AgreedCodeSets agree(const std::vector<channel::Tagged>& components) {
  const auto said = std::ranges::find(components, component_code_sets, &channel::Tagged::tag);
  return said == components.end() ? assumed : agree(own_code_sets(), decode_code_sets(*said));
}

cdr::TextForm text_form(const AgreedCodeSets& agreed, std::uint8_t giop_minor) {
  cdr::TextForm form{.giop_minor = giop_minor};
  if (agreed.for_char != code_set_latin1) {
    form.narrow = agreed.for_char == code_set_utf8 ? cdr::NarrowForm::utf8 : cdr::NarrowForm::unsupported;
  }
  if (!agreed.wide_offered) {
    form.wide = cdr::WideForm::none;
  } else if (agreed.for_wchar == code_set_ucs2) {
    form.wide = cdr::WideForm::ucs2;
  } else if (agreed.for_wchar != code_set_utf16) {
    form.wide = cdr::WideForm::unsupported;
  }
  return form;
}

channel::Octets encode_context(const AgreedCodeSets& agreed) {
  cdr::Buffer buffer(16);
  cdr::Encoder out(buffer);
  out.put(std::endian::native == std::endian::little);
  out.put(agreed.for_char);
  out.put(agreed.for_wchar);
  return {out.octets().begin(), out.octets().end()};
}

AgreedCodeSets read_context(const ServiceContexts& contexts) {
  const auto data = contexts.find(context_code_sets);
  if (!data) return assumed;
  try {
    cdr::Decoder first(*data);
    const bool little = first.get_boolean();
    cdr::Decoder in(*data, little ? std::endian::little : std::endian::big);
    in.skip(1);
    AgreedCodeSets agreed;
    agreed.for_char = in.get<std::uint32_t>();
    agreed.for_wchar = in.get<std::uint32_t>();
    // A client that sends no wide characters need not name a code set for them.
    if (agreed.for_wchar == 0) agreed.for_wchar = code_set_utf16;
    if (agreed.for_char == 0) agreed.for_char = code_set_latin1;
    return agreed;
  } catch (const CORBA::MARSHAL&) {
    return assumed;
  }
}

}  // namespace dimma::iiop
