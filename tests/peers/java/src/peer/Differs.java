package peer;

/** A received value differs from the expected one. */
final class Differs extends RuntimeException {
  Differs(String what) {
    super(what);
  }

  static void unless(boolean right, String what) {
    if (!right) throw new Differs(what);
  }

  static void unlessEqual(Object value, Object expected, String what) {
    unless(value == null ? expected == null : value.equals(expected), what + " is " + value + " instead of " + expected);
  }
}
