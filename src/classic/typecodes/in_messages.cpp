// TypeCodes in messages.

#include <dimma/classic/any.hpp>
#include <dimma/classic/generated/codec.hpp>
#include <dimma/classic/values/object_sequence.hpp>

#include "classic/streams/over.hpp"
#include "classic/typecodes/modern_typecode.hpp"

#include <dimma/any.hpp>

namespace dimma::classic {

// Throws modern exceptions, as the streams do.
void write_typecode(Output& out, CORBA::TypeCode_ptr type) {
  cdr::codec<::CORBA::typecode_reference>::write(out.commit(), modern_of(type));
  out.reload();
}

CORBA::TypeCode_ptr read_typecode(Input& in) {
  ::CORBA::typecode_reference type;
  cdr::codec<::CORBA::typecode_reference>::read(in.commit(), type);
  in.reload();
  return TypeCodeAccess::classic(std::move(type));
}

void detail::elements_codec<ObjectElements<CORBA::TypeCode>>::write(Output& out, CORBA::TypeCode* const* types,
                                                                    CORBA::ULong count) {
  for (CORBA::ULong i = 0; i != count; ++i) {
    out.drain_if_full();
    write_typecode(out, types[i]);
  }
}

void detail::elements_codec<ObjectElements<CORBA::TypeCode>>::read(Input& in, CORBA::TypeCode** types,
                                                                   CORBA::ULong count) {
  Input::Elements elements(in, count, octets_min);
  for (CORBA::ULong i = 0; i != count; ++i) {
    elements.next();
    ObjectElements<CORBA::TypeCode>::element(types[i], true) = read_typecode(in);
  }
}

}  // namespace dimma::classic
