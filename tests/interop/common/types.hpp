#pragma once
// The types of everything.idl, grouped by how a mapping passes them. Each has an operation turn_<Type>.

// In interface Turns.
#define EVERYTHING_BASIC(DO) \
  DO(TheBoolean)             \
  DO(TheChar)                \
  DO(TheOctet)               \
  DO(TheShort)               \
  DO(TheUShort) DO(TheLong) DO(TheULong) DO(TheLongLong) DO(TheULongLong) DO(TheFloat) DO(TheDouble) DO(Colour)
#define EVERYTHING_STRINGS(DO) DO(TheString) DO(BoundedString)

// In interface StructTurns.
#define EVERYTHING_FIXED_STRUCTS(DO) DO(Point) DO(Mixed)
#define EVERYTHING_VARIABLE_STRUCTS(DO) DO(Person) DO(Tree) DO(Chain) DO(Holder)
#define EVERYTHING_FIXED_ARRAYS(DO) DO(FiveLongs) DO(Cube) DO(Flag)
#define EVERYTHING_VARIABLE_ARRAYS(DO) DO(Names) DO(Couple)

// In interface SequenceTurns.
// clang-format off
#define EVERYTHING_SEQUENCES(DO)                                                                                 \
  DO(BooleanSeq)                                                                                                 \
  DO(CharSeq)                                                                                                    \
  DO(OctetSeq) DO(ShortSeq) DO(UShortSeq) DO(LongSeq) DO(ULongSeq) DO(LongLongSeq) DO(ULongLongSeq) DO(FloatSeq) \
      DO(DoubleSeq) DO(StringSeq) DO(ColourSeq) DO(PointSeq) DO(MixedSeq) DO(PersonSeq) DO(LongSeqSeq)           \
          DO(BoundedLongs) DO(BoundedStrings) DO(BoundedPersons) DO(BoundedStringSeq) DO(CubeSeq)
// clang-format on
