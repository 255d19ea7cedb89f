# The two-way operations of the Time example, as Cap'n Proto has them.
@0xbf3a8c1f2d7e6a41;

interface CapnpTime {
  nullParam @0 ();
  echo @1 (text :Text) -> (text :Text);
}
