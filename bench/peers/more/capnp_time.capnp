# The two-way operations of the Time example, and octets and texts of dimma-bench's Sizes, as Cap'n Proto has them.
@0xbf3a8c1f2d7e6a41;

interface CapnpTime {
  nullParam @0 ();
  echo @1 (text :Text) -> (text :Text);
  octets @2 (value :Data);
  text @3 (value :Text);
}
