#pragma once
/// omniORB's stream in memory, for programs that encode values of IDL's types themselves. `value >>= stream` writes a
/// value and `value <<= stream` reads one, in Common Data Representation (CORBA 3.3 part 2, 9.3). Of omniORB's streams, only
/// what is declared here is there. A program cannot make a stream of another kind by deriving from these classes.

#include <dimma/classic/corba.hpp>
#include <dimma/classic/generated/codec.hpp>

#include <cstddef>

namespace omni {

/// The alignment of octets that are written or read as a block.
enum alignment_t { ALIGN_1 = 1, ALIGN_2 = 2, ALIGN_4 = 4, ALIGN_8 = 8 };

/// The byte order of this machine, as the octet at the beginning of an encapsulation says it.
static const ::dimma::classic::CORBA::Boolean myByteOrder = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

}  // namespace omni

/// A stream of encoded values. Characters and strings are in the native code set. Reading throws CORBA::MARSHAL if the
/// octets end too early or are malformed. Not thread-safe.
class cdrStream {
 public:
  virtual ~cdrStream();

  /// Write and read single values; the names are omniORB's. A string belongs to the caller, who frees it with
  /// CORBA::string_free().
  void marshalOctet(::dimma::classic::CORBA::Octet value);
  ::dimma::classic::CORBA::Octet unmarshalOctet();
  void marshalBoolean(::dimma::classic::CORBA::Boolean value);
  ::dimma::classic::CORBA::Boolean unmarshalBoolean();
  void marshalString(const char* text, int bound = 0);
  char* unmarshalString(int bound = 0);
  void marshalRawString(const char* text) { marshalString(text); }
  char* unmarshalRawString() { return unmarshalString(); }

  /// Write and read octets without their number, after padding to the alignment.
  void put_octet_array(const ::dimma::classic::CORBA::Octet* octets, int size, omni::alignment_t alignment = omni::ALIGN_1);
  void get_octet_array(::dimma::classic::CORBA::Octet* octets, int size, omni::alignment_t alignment = omni::ALIGN_1);
  void put_octet_array(const char* octets, int size, omni::alignment_t alignment = omni::ALIGN_1) {
    put_octet_array(reinterpret_cast<const ::dimma::classic::CORBA::Octet*>(octets), size, alignment);
  }
  void get_octet_array(char* octets, int size, omni::alignment_t alignment = omni::ALIGN_1) {
    get_octet_array(reinterpret_cast<::dimma::classic::CORBA::Octet*>(octets), size, alignment);
  }

  /// Not for applications: the operators below call these.
  typedef void (*WriteValue)(::dimma::classic::Output& out, const void* value);
  typedef void (*ReadValue)(::dimma::classic::Input& in, void* value);
  void _write(WriteValue write, const void* value);
  void _read(ReadValue read, void* value);

 protected:
  class Octets;
  explicit cdrStream(Octets* octets) : octets_(octets) {}

  Octets* octets_;  // owned

 private:
  cdrStream(const cdrStream&);
  cdrStream& operator=(const cdrStream&);
};

/// A stream over octets in memory. What has been written can be read; both begin at the first octet.
class cdrMemoryStream : public cdrStream {
 public:
  /// An empty stream. It grows as needed; memory is always clear.
  explicit cdrMemoryStream(::dimma::classic::CORBA::ULong initial_octets = 0, ::dimma::classic::CORBA::Boolean clear_memory = 0);
  /// Reads octets of the caller, which outlive the stream. Writing throws CORBA::MARSHAL.
  cdrMemoryStream(void* octets, std::size_t size);
  /// Copies the octets; reading begins at the first.
  cdrMemoryStream(const cdrMemoryStream& other, ::dimma::classic::CORBA::Boolean read_only = 0);
  cdrMemoryStream& operator=(const cdrMemoryStream& other);

  /// Sets the byte order of what is written and read from now on; that of this machine at first.
  void setByteSwapFlag(::dimma::classic::CORBA::Boolean little_endian);
  /// The octets that have been written, or those of the caller. The pointer is valid until more are written.
  void* bufPtr() const;
  ::dimma::classic::CORBA::ULong bufSize() const;
  ::dimma::classic::CORBA::Boolean readOnly() const;
  /// Reading begins again at the first octet.
  void rewindInputPtr();
  /// Also discards what has been written, except that octets of the caller stay.
  void rewindPtrs();
};

/// A stream over an encapsulation (CORBA 3.3 part 2, 9.3.3): octets of which the first one says the byte order, and from
/// which alignment counts. Reading begins at the second.
class cdrEncapsulationStream : public cdrStream {
 public:
  /// An empty encapsulation in this machine's byte order. It grows as needed; memory is always clear.
  explicit cdrEncapsulationStream(::dimma::classic::CORBA::ULong initial_octets = 0,
                                  ::dimma::classic::CORBA::Boolean clear_memory = 0);
  /// Reads octets of the caller, which must outlive the stream; `cheat` has no effect. Throws CORBA::MARSHAL if there are no
  /// octets, or if the first is neither 0 nor 1. Writing to the stream throws CORBA::MARSHAL.
  cdrEncapsulationStream(const ::dimma::classic::CORBA::Octet* octets, ::dimma::classic::CORBA::ULong size,
                         ::dimma::classic::CORBA::Boolean cheat = 0);

  /// Give a copy of all octets, including the one of the byte order. The buffer of the second is from
  /// `_CORBA_Unbounded_Sequence_Octet::allocbuf()`, and belongs to the caller; its size is that of the octets.
  void setOctetSeq(::dimma::classic::UnboundedSequence< ::dimma::classic::CORBA::Octet>& octets) const;
  void getOctetStream(::dimma::classic::CORBA::Octet*& octets, ::dimma::classic::CORBA::ULong& maximum,
                      ::dimma::classic::CORBA::ULong& length) const;
};

/// Writes the value; T is a number, or a type that IDL defines. Throws CORBA::BAD_PARAM for what the mapping forbids.
template <class T>
void operator>>=(const T& value, cdrStream& stream) {
  struct Writing {
    static void write(::dimma::classic::Output& out, const void* value) {
      ::dimma::classic::codec<T>::write(out, *static_cast<const T*>(value));
    }
  };
  stream._write(&Writing::write, &value);
}

/// Reads the value.
template <class T>
void operator<<=(T& value, cdrStream& stream) {
  struct Reading {
    static void read(::dimma::classic::Input& in, void* value) {
      ::dimma::classic::codec<T>::read(in, *static_cast<T*>(value));
    }
  };
  stream._read(&Reading::read, &value);
}
