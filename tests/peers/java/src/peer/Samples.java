package peer;

import org.omg.CORBA.Any;
import org.omg.CORBA.ORB;
import org.omg.CORBA.TCKind;
import org.omg.CORBA.TypeCode;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.OutputStream;

/**
 * Values that both ends make on their own from a seed, like tests/interop/common/samples.hpp. A walk follows a
 * TypeCode and either writes each leaf or reads and compares it.
 */
final class Samples {
  private static final int ELEMENTS = 17;
  private static final int TEXT = 40;

  private final OutputStream out;
  private final InputStream in;
  private long state;
  private int depth;
  private int leaves;

  private Samples(OutputStream out, InputStream in, int seed) {
    this.out = out;
    this.in = in;
    state = seed * 0x9e3779b97f4a7c15L + 1;
  }

  static InputStream make(TypeCode type, int seed) {
    OutputStream out = Peer.orb.create_output_stream();
    new Samples(out, null, seed).value(type);
    return out.create_input_stream();
  }

  static void compare(TypeCode type, InputStream value, int seed) {
    new Samples(null, value, seed).value(type);
  }

  /** A sequence with the given number of elements instead of the seed's. */
  static InputStream make(TypeCode element, int elements, int seed) {
    OutputStream out = Peer.orb.create_output_stream();
    out.write_ulong(elements);
    Samples over = new Samples(out, null, seed);
    for (int i = 0; i < elements; ++i) over.value(element);
    return out.create_input_stream();
  }

  static void compare(TypeCode element, InputStream value, int elements, int seed) {
    Samples over = new Samples(null, value, seed);
    over.same(value.read_ulong(), elements);
    for (int i = 0; i < elements; ++i) over.value(element);
  }

  private void value(TypeCode type) {
    try {
      walk(type, ELEMENTS);
    } catch (org.omg.CORBA.UserException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private long next() {
    state += 0x9e3779b97f4a7c15L;
    long mixed = state;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }

  private int below(int limit) {
    return (int) Long.remainderUnsigned(next(), limit);
  }

  private long integer(long least, long most) {
    long drawn = next();
    int kind = (int) (drawn & 15);
    return kind == 0 ? least : kind == 1 ? most : drawn >>> 8;
  }

  private double real(double least) {
    long drawn = next();
    int kind = (int) (drawn & 15);
    return kind == 0 ? Double.POSITIVE_INFINITY : kind == 1 ? -0.0 : kind == 2 ? least : Double.NaN;
  }

  private String text(int limit) {
    char[] made = new char[below(limit + 1)];
    for (int i = 0; i < made.length; ++i) made[i] = (char) (' ' + below(95));
    return new String(made);
  }

  private char wide() {
    return "a\u00e9\u20ac\u4e2d\uffe5\u0416".charAt(below(6));
  }

  private String wideText(int limit) {
    StringBuilder made = new StringBuilder();
    for (int left = below((limit == 0 ? 20 : limit) + 1); left > 0; --left) made.append(wide());
    if (limit == 0 && below(3) == 0) made.append("\ud83d\ude00");
    return made.toString();
  }

  private void same(Object value, Object expected) {
    if (!value.equals(expected)) throw new Differs("leaf " + leaves + " is " + value + " instead of " + expected);
    ++leaves;
  }

  private void walk(TypeCode type, int limit) throws org.omg.CORBA.UserException {
    boolean fill = out != null;
    switch (type.kind().value()) {
      case TCKind._tk_null:
      case TCKind._tk_void: break;
      case TCKind._tk_alias: walk(type.content_type(), limit); break;
      case TCKind._tk_boolean: {
        boolean made = (next() & 1) != 0;
        if (fill) out.write_boolean(made); else same(in.read_boolean(), made);
        break;
      }
      case TCKind._tk_char: {
        char made = (char) (next() >>> 8 & 0xff);
        if (fill) out.write_char(made); else same((int) in.read_char(), (int) made);
        break;
      }
      case TCKind._tk_octet: {
        byte made = (byte) (next() >>> 8);
        if (fill) out.write_octet(made); else same(in.read_octet(), made);
        break;
      }
      case TCKind._tk_short:
      case TCKind._tk_ushort: {
        boolean signed = type.kind() == TCKind.tk_short;
        short made = (short) (signed ? integer(Short.MIN_VALUE, Short.MAX_VALUE) : integer(0, -1));
        if (fill) out.write_short(made); else same(in.read_short(), made);
        break;
      }
      case TCKind._tk_long: number((int) integer(Integer.MIN_VALUE, Integer.MAX_VALUE)); break;
      case TCKind._tk_ulong: number((int) integer(0, -1)); break;
      case TCKind._tk_enum: number(below(3)); break;
      case TCKind._tk_longlong:
      case TCKind._tk_ulonglong: {
        boolean signed = type.kind() == TCKind.tk_longlong;
        long made = signed ? integer(Long.MIN_VALUE, Long.MAX_VALUE) : integer(0, -1);
        if (fill) out.write_longlong(made); else same(in.read_longlong(), made);
        break;
      }
      case TCKind._tk_float: {
        long drawn = peek();
        float made = (float) real(Float.MIN_VALUE);
        if (Float.isNaN(made)) made = drawn / 1024f;
        if (fill) out.write_float(made); else same(in.read_float(), made);
        break;
      }
      case TCKind._tk_double: {
        long drawn = peek();
        double made = real(Double.MIN_VALUE);
        if (Double.isNaN(made)) made = drawn / 1024.0;
        if (fill) out.write_double(made); else same(in.read_double(), made);
        break;
      }
      case TCKind._tk_string: {
        String made = text(type.length() == 0 ? TEXT : type.length());
        if (fill) out.write_string(made); else same(in.read_string(), made);
        break;
      }
      case TCKind._tk_wchar: {
        char made = wide();
        if (fill) out.write_wchar(made); else same((int) in.read_wchar(), (int) made);
        break;
      }
      case TCKind._tk_wstring: {
        String made = wideText(type.length());
        if (fill) out.write_wstring(made); else same(in.read_wstring(), made);
        break;
      }
      case TCKind._tk_struct: {
        int of_members = type.name().equals("Tree") ? 6 : type.name().equals("Chain") ? 2 : ELEMENTS;
        for (int i = 0; i < type.member_count(); ++i) walk(type.member_type(i), of_members);
        break;
      }
      case TCKind._tk_array:
        for (int i = 0; i < type.length(); ++i) walk(type.content_type(), ELEMENTS);
        break;
      case TCKind._tk_sequence: {
        int made = below((type.length() == 0 ? limit : type.length()) / (depth + 1) + 1);
        if (fill) {
          out.write_ulong(made);
        } else if (in.read_ulong() != made) {
          throw new Differs("behind leaf " + leaves + " are not " + made + " elements");
        }
        ++depth;
        for (int i = 0; i < made; ++i) walk(type.content_type(), ELEMENTS);
        --depth;
        break;
      }
      case TCKind._tk_union: union(type); break;
      case TCKind._tk_any: any(); break;
      case TCKind._tk_TypeCode: {
        TypeCode made = anyType(TypeTable.types().length);
        if (fill) out.write_TypeCode(made); else if (!in.read_TypeCode().equal(made)) differs("TypeCode");
        ++leaves;
        break;
      }
      default: throw new IllegalArgumentException("no sample of a type of kind " + type.kind().value());
    }
  }

  private long peek() {
    long before = state;
    long drawn = next();
    state = before;
    return drawn;
  }

  private void number(int made) {
    if (out != null) out.write_long(made); else same(in.read_long(), made);
  }

  private void differs(String what) {
    throw new Differs("leaf " + leaves + " is another " + what);
  }

  private void union(TypeCode type) throws org.omg.CORBA.UserException {
    int member = depth > 4 ? 0 : below(type.member_count());
    Any label = type.member_label(member);
    if (member == type.default_index()) {
      label = Peer.orb.create_any();
      label.insert_char('z');
    }
    if (out != null) {
      label.write_value(out);
    } else {
      Any read = Peer.orb.create_any();
      read.read_value(in, label.type());
      if (!read.equal(label)) differs("discriminator");
    }
    ++leaves;
    ++depth;
    walk(type.member_type(member), 4);
    --depth;
  }

  private TypeCode anyType(int of) {
    return TypeTable.types()[below(of)];
  }

  private void any() {
    ++depth;
    TypeCode type = anyType(depth > 2 ? TypeTable.PLAIN : TypeTable.types().length);
    Any made = Peer.orb.create_any();
    made.read_value(make(type, (int) next()), type);
    if (out != null) {
      out.write_any(made);
    } else {
      Any read = in.read_any();
      if (!read.type().equal(type)) differs("type in an any: " + read.type() + " instead of " + type);
      if (!read.equal(made)) differs("value in an any of " + type);
    }
    ++leaves;
    --depth;
  }
}
