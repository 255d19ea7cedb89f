// The values of constant expressions during evaluation, their operators, and the conversion to a declared type.
#pragma once

#include <string>
#include <variant>

#include "idl/tree/ast.hpp"

namespace dimma::idl {

// Wide enough for every IDL integer and for the sum or difference of any two.
__extension__ typedef __int128 Integer;

// monostate means that an error has been reported.
using Value = std::variant<std::monostate, Integer, long double, FixedValue, bool, CharValue, WideCharValue,
                           std::string, std::u16string, const Enumerator*>;

// The rules for integers in an expression. They depend on the type of the constant (IDL 4.2, 7.4.1.4.3).
struct IntegerRules {
  unsigned bits = 64;        // width for every sub-expression: 32 or 64
  bool is_unsigned = false;  // signedness of the type, which determines the meaning of ~
  unsigned type_bits = 64;   // width of the type itself
};
IntegerRules integer_rules(const Type* target);

enum class UnaryOperator { Plus, Minus, Complement };
enum class BinaryOperator { Or, Xor, And, ShiftLeft, ShiftRight, Add, Subtract, Multiply, Divide, Modulo };
const char* to_string(BinaryOperator op);

// The result of an operation: a value, or an error (then the value is monostate).
struct Computed {
  Value value;
  std::string problem;
};
Computed compute(UnaryOperator op, const Value& operand, const IntegerRules& rules);
Computed compute(BinaryOperator op, const Value& left, const Value& right, const IntegerRules& rules);

// Returns a description of a value for messages, for example "an integer".
std::string describe(const Value& value);

// A value converted to a constant of the target type, or the reason why that is impossible.
struct Converted {
  ConstantValue value;
  std::string problem;
};
Converted convert(const Value& value, const Type& target);

// Returns a declared constant or enumerator as an operand of an expression.
Value as_value(const ConstantValue& constant);
// Returns the value without converting it, for arguments of annotations, which have no declared type.
ConstantValue as_constant(const Value& value);

// Sets `lowest` and `highest` to the range of an integer type (including octet). Returns false for other kinds.
bool integer_range(BasicKind kind, Integer& lowest, Integer& highest);

std::string to_string(Integer value);

}  // namespace dimma::idl
