// An Any, a TypeCode, wide text and a fixed, from unchecked octets. A value that can be decoded is encoded and decodes
// to the same again; otherwise decoding throws one of the expected exceptions.

#include <dimma/any.hpp>
#include <dimma/fixed.hpp>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace dimma;

void require(bool condition) {
  if (!condition) std::abort();
}

template <class T>
std::vector<std::byte> encoded(const T& value, std::endian order, cdr::TextForm form) {
  cdr::Buffer buffer(1);
  cdr::Encoder out(buffer, order);
  out.text_form(form);
  cdr::write(out, value);
  return {out.octets().begin(), out.octets().end()};
}

template <class T>
void read_and_write(cdr::Decoder in) {
  const T value = cdr::read<T>(in);
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const auto octets = encoded(value, order, in.text_form());
    cdr::Decoder again(octets, order);
    again.text_form(in.text_form());
    require(encoded(cdr::read<T>(again), order, in.text_form()) == octets);
    require(again.remaining() == 0);
  }
}

void ask(const CORBA::TypeCode& type) {
  require(type.equal(type) && type.equivalent(type));
  require(type.equivalent(type.get_compact_typecode()));
}

template <class Run>
void tolerant(Run run) {
  try {
    run();
  } catch (const CORBA::MARSHAL& malformed) {
    require(!malformed._detail().empty());
  } catch (const CORBA::DATA_CONVERSION& character) {
    require(!character._detail().empty());
  } catch (const CORBA::NO_IMPLEMENT& kind) {
    require(!kind._detail().empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Octet 0: version of GIOP, byte order, code sets.
  if (size == 0) return 0;
  cdr::TextForm form;
  form.giop_minor = data[0] & 3U;
  if (form.giop_minor == 3) form.giop_minor = 2;
  if ((data[0] & 8U) != 0) form.narrow = cdr::NarrowForm::utf8;
  if ((data[0] & 16U) != 0) form.wide = cdr::WideForm::ucs2;
  const std::endian order = (data[0] & 4U) != 0 ? std::endian::little : std::endian::big;
  cdr::Decoder in({reinterpret_cast<const std::byte*>(data) + 1, size - 1}, order);
  in.text_form(form);

  tolerant([&] { read_and_write<CORBA::Any>(in); });
  tolerant([&] { read_and_write<CORBA::typecode_reference>(in); });
  tolerant([&] { read_and_write<std::wstring>(in); });
  tolerant([&] { read_and_write<wchar_t>(in); });
  tolerant([&] { read_and_write<std::string>(in); });
  tolerant([&] { read_and_write<IDL::Fixed<9, 2>>(in); });
  tolerant([&] {
    cdr::Decoder copy = in;
    ask(*cdr::read<CORBA::typecode_reference>(copy));
  });
  return 0;
}
