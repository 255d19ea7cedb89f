#include "iiop/giop/code_sets.hpp"

#include <algorithm>

namespace dimma::iiop {

namespace {

constexpr AgreedCodeSets assumed{code_set_latin1, code_set_utf16, true};

bool converts(const CodeSets::Component& component, std::uint32_t code_set) {
  return std::ranges::find(component.conversions, code_set) != component.conversions.end();
}

// True for encodings of ISO 10646, which the fallback can replace without loss (OSF registry: UCS-2, UCS-4, UTF-16,
// UTF-8).
bool is_unicode(std::uint32_t code_set) noexcept {
  return (code_set >= 0x00010100 && code_set <= 0x00010109) || code_set == code_set_utf8;
}

// Chooses a code set; 0 if there is none in common. The server's component is empty if it has no code sets of that
// kind.
std::uint32_t agree(const CodeSets::Component& client, const CodeSets::Component& server, std::uint32_t fallback) {
  if (client.native == server.native) return client.native;
  if (converts(client, server.native)) return server.native;
  if (converts(server, client.native)) return client.native;
  for (const auto code_set : server.conversions) {  // in the server's order of preference
    if (converts(client, code_set)) return code_set;
  }
  return is_unicode(client.native) && is_unicode(server.native) ? fallback : 0;
}

}  // namespace

CodeSets own_code_sets(std::uint32_t native_code_set) {
  const auto other = native_code_set == code_set_utf8 ? code_set_latin1 : code_set_utf8;
  return {.for_char = {.native = native_code_set, .conversions = {other}},
          .for_wchar = {.native = code_set_utf16, .conversions = {code_set_ucs2}}};
}

AgreedCodeSets agree(const CodeSets& client, const CodeSets& server) {
  const bool wide_offered = server.for_wchar.native != 0 || !server.for_wchar.conversions.empty();
  return {.for_char = agree(client.for_char, server.for_char, code_set_utf8),
          .for_wchar = wide_offered ? agree(client.for_wchar, server.for_wchar, code_set_utf16) : 0,
          .wide_offered = wide_offered};
}

AgreedCodeSets agree(const std::vector<channel::Tagged>& components, std::uint32_t native_code_set) {
  const auto said = std::ranges::find(components, component_code_sets, &channel::Tagged::tag);
  return said == components.end() ? assumed : agree(own_code_sets(native_code_set), decode_code_sets(*said));
}

cdr::TextForm assumed_text_form(std::uint32_t native_code_set) { return text_form(assumed, 2, native_code_set); }

cdr::TextForm text_form(const AgreedCodeSets& agreed, std::uint8_t giop_minor, std::uint32_t native_code_set) {
  cdr::TextForm form{.giop_minor = giop_minor, .narrow = cdr::narrow_form(agreed.for_char, native_code_set)};
  form.wide = agreed.wide_offered ? cdr::wide_form(agreed.for_wchar) : cdr::WideForm::none;
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
