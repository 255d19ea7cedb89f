package peer;

import org.omg.CORBA.TCKind;
import org.omg.CORBA.TypeCode;

/** The types that are put into anys; those from PLAIN on contain others. */
final class TypeTable {
  static final int PLAIN = 16;
  private static TypeCode[] types;

  static synchronized TypeCode[] types() {
    if (types != null) return types;
    TCKind[] kinds = {TCKind.tk_null, TCKind.tk_void, TCKind.tk_boolean, TCKind.tk_char, TCKind.tk_octet,
        TCKind.tk_short, TCKind.tk_ushort, TCKind.tk_long, TCKind.tk_ulong, TCKind.tk_longlong, TCKind.tk_ulonglong,
        TCKind.tk_float, TCKind.tk_double, TCKind.tk_string, TCKind.tk_wstring, TCKind.tk_wchar};
    TypeCode[] others = {Types.ChoiceHelper.type(), Types.SuitHelper.type(), Types.PointHelper.type(),
        Types.OctetsHelper.type(), Types.PairHelper.type(), Types.LabelHelper.type(), Types.UnionsHelper.type(),
        Types.TreeHelper.type(), Types.WideHelper.type(), Types.AnysHelper.type(),
        Everything.TreeHelper.type(), Everything.ChainHelper.type(), Everything.HolderHelper.type(),
        Peer.orb.get_primitive_tc(TCKind.tk_any), Peer.orb.get_primitive_tc(TCKind.tk_TypeCode)};
    TypeCode[] made = new TypeCode[kinds.length + others.length];
    for (int i = 0; i < kinds.length; ++i) made[i] = Peer.orb.get_primitive_tc(kinds[i]);
    System.arraycopy(others, 0, made, kinds.length, others.length);
    types = made;
    return made;
  }
}
