// Values of constant expressions during evaluation, the operators on them, and the conversion to a declared type.
#pragma once

#include <string>
#include <variant>

#include "idl/tree/ast.hpp"

namespace dimma::idl {

// Wide enough for every IDL integer and for the sum or difference of any two.
__extension__ typedef __int128 Integer;

// monostate: there was an error, which has been reported.
using Value = std::variant<std::monostate, Integer, long double, FixedValue, bool, CharValue, WideCharValue,
                           std::string, std::u16string, const Enumerator*>;

// The rules for integers in an expression: by the type of the constant for which it is (IDL 4.2, 7.4.1.4.3).
struct IntegerRules {
  unsigned bits = 64;        // for every sub-expression: 32 or 64
  bool is_unsigned = false;  // that of the type; decides the meaning of ~
  unsigned type_bits = 64;   // the bits of the type itself
};
IntegerRules integer_rules(const Type* target);

enum class UnaryOperator { Plus, Minus, Complement };
enum class BinaryOperator { Or, Xor, And, ShiftLeft, ShiftRight, Add, Subtract, Multiply, Divide, Modulo };
const char* to_string(BinaryOperator op);

// The result of an operation: a value, or the error (the value is monostate then).
struct Computed {
  Value value;
  std::string problem;
};
Computed compute(UnaryOperator op, const Value& operand, const IntegerRules& rules);
Computed compute(BinaryOperator op, const Value& left, const Value& right, const IntegerRules& rules);

// Returns the name of a value in messages, for instance "an integer".
std::string describe(const Value& value);

// A value converted to a constant of that type, or the reason why that is impossible.
struct Converted {
  ConstantValue value;
  std::string problem;
};
Converted convert(const Value& value, const Type& target);

// Returns the value of a declared constant or enumerator within an expression.
Value as_value(const ConstantValue& constant);
// Returns a value without a conversion, for places without a declared type (annotation arguments).
ConstantValue as_constant(const Value& value);

// Gets the inclusive range of an integer type (including octet). Returns false for other kinds.
bool integer_range(BasicKind kind, Integer& lowest, Integer& highest);

std::string to_string(Integer value);

}  // namespace dimma::idl
