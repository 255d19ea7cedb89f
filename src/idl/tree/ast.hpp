// The syntax tree of a checked IDL specification.
//
// Every node is owned by the Specification; pointers between nodes never own. The order of `contents` is that of the
// text. Names are resolved: a NamedType points to the declaration that it means, and aliases are kept.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "idl/text/constant_value.hpp"
#include "idl/text/source.hpp"

namespace dimma::idl {

struct Declaration;
struct Exception;
struct Interface;
struct Module;
struct Type;
struct ValueType;

// ---------------------------------------------------------------------------------------------------- annotations

struct AnnotationArgument {
  std::string name;     // empty for the only, unnamed argument
  ConstantValue value;  // monostate if the argument is a name without a meaning here
  std::string text;     // the argument as written
  SourceRange range;    // including its name
};

// An applied annotation, for instance @key or @default(value = 5).
struct Annotation {
  std::string name;  // without the '@', scopes joined by "::"
  std::vector<AnnotationArgument> arguments;
  SourceRange range;
};

// --------------------------------------------------------------------------------------------------------- types

enum class BasicKind {
  Void,
  Boolean,
  Char,
  WChar,
  Octet,
  Int8,
  UInt8,
  Short,  // also int16, and so on
  UShort,
  Long,
  ULong,
  LongLong,
  ULongLong,
  Float,
  Double,
  LongDouble,
  Any,
  Object,
  ValueBase,
  TypeCode,
};

// Returns the IDL spelling, for instance "unsigned long long".
const char* to_string(BasicKind kind);

enum class TypeKind { Basic, String, WString, Sequence, Array, Fixed, Map, Named };

struct Type {
  explicit Type(TypeKind k) : kind(k) {}
  virtual ~Type() = default;
  Type(const Type&) = delete;
  Type& operator=(const Type&) = delete;

  const TypeKind kind;
  SourceRange range;  // its place in the text
  std::vector<Annotation> annotations;
};

struct BasicType final : Type {
  explicit BasicType(BasicKind b) : Type(TypeKind::Basic), basic(b) {}
  const BasicKind basic;
};

// string and wstring, distinguished by `kind`.
struct StringType final : Type {
  explicit StringType(bool wide) : Type(wide ? TypeKind::WString : TypeKind::String) {}
  std::uint64_t bound = 0;  // 0: unbounded
};

struct SequenceType final : Type {
  SequenceType() : Type(TypeKind::Sequence) {}
  const Type* element = nullptr;
  std::uint64_t bound = 0;  // 0: unbounded
  bool is_loaned = false;   // @loaned: its elements can be passed without being copied
};

// Made by an array declarator: `long a[2][3]` has element long and dimensions {2, 3}.
struct ArrayType final : Type {
  ArrayType() : Type(TypeKind::Array) {}
  const Type* element = nullptr;
  std::vector<std::uint64_t> dimensions;
};

struct FixedType final : Type {
  FixedType() : Type(TypeKind::Fixed) {}
  unsigned digits = 0;  // 0 in a constant's type, for which the value decides
  unsigned scale = 0;
};

struct MapType final : Type {
  MapType() : Type(TypeKind::Map) {}
  const Type* key = nullptr;
  const Type* value = nullptr;
  std::uint64_t bound = 0;  // 0: unbounded
};

// A type by name. `declaration` is a Typedef, Struct, Union, Enum, Interface, ValueType, ValueBox, Native, Bitset or
// Bitmask. For one declared forward it is the same node that the later definition fills.
struct NamedType final : Type {
  NamedType() : Type(TypeKind::Named) {}
  const Declaration* declaration = nullptr;
  std::string written;  // the scoped name as written
};

// -------------------------------------------------------------------------------------------------- declarations

enum class DeclarationKind {
  Module,
  ForwardDeclaration,
  Interface,
  ValueType,
  ValueBox,
  Struct,
  Union,
  Enum,
  Enumerator,
  Exception,
  Typedef,
  Constant,
  Operation,
  Parameter,
  Attribute,
  Member,
  UnionBranch,
  Initializer,
  Native,
  Bitset,
  Bitfield,
  Bitmask,
  BitValue,
  AnnotationDeclaration,
};

// Returns the kind's name for messages, for instance "struct", "operation".
const char* to_string(DeclarationKind kind);
// Returns "a struct", "an operation".
std::string with_article(DeclarationKind kind);

// The facts that the emitter computes for a declaration and its parts, and needs again for each declaration that names
// it.
enum class Property { FixedLayout, Rows, Extent, CompleteByItself };

struct Declaration {
  explicit Declaration(DeclarationKind k) : kind(k) {}
  virtual ~Declaration() = default;
  Declaration(const Declaration&) = delete;
  Declaration& operator=(const Declaration&) = delete;

  const DeclarationKind kind;
  std::string identifier;                  // without the escaping underscore
  std::vector<std::string> scoped_name;    // {"M", "I", "op"}
  const Declaration* enclosing = nullptr;  // null at global scope; for a Module's contents, that opening of it
  SourceRange range;                       // the place of the identifier
  FileId file = 0;                         // the file that contains it, with macros resolved
  bool from_main_file = false;             // false: it came through an #include
  std::string repository_id;               // "IDL:prefix/M/I:1.0"; empty for parameters, members and the like
  std::vector<Annotation> annotations;
  unsigned type_depth = 0;  // tree/depth.hpp; 0 until it is complete

  mutable std::array<std::optional<bool>, 4> properties;  // indexed by Property; empty: not computed yet

  // Returns "M::I::op".
  std::string full_name() const;
  const Annotation* annotation(std::string_view name) const;
  // Returns true for an annotation that is a flag, and that is present without FALSE.
  bool is_marked(std::string_view name) const;
};

// One opening `module M { ... };`. All openings of a module have the same scoped name and repository id.
struct Module final : Declaration {
  Module() : Declaration(DeclarationKind::Module) {}
  std::vector<Declaration*> contents;
  const Module* first_opening = nullptr;  // the first opening refers to itself
};

// `interface I;`, `struct S;` and so on. It is in the contents at its place; the entity itself is in the contents at
// the place of its definition.
struct ForwardDeclaration final : Declaration {
  ForwardDeclaration() : Declaration(DeclarationKind::ForwardDeclaration) {}
  Declaration* target = nullptr;  // Interface, ValueType, Struct or Union
};

enum class InterfaceKind { Regular, Abstract, Local };

struct Operation;

// The implied parts for calling an operation or attribute asynchronously (asynchronous.hpp).
struct AsynchronousCall {
  const Declaration* of = nullptr;     // the Operation or Attribute
  bool sets = false;                   // the attribute's setter
  std::string name;                    // "sendc_op"
  const Operation* answer = nullptr;   // that of the reply handler: "op"
  const Operation* failure = nullptr;  // "op_excep"
};

struct Interface final : Declaration {
  Interface() : Declaration(DeclarationKind::Interface) {}
  InterfaceKind interface_kind = InterfaceKind::Regular;
  bool is_defined = false;                     // false: declared forward only
  std::vector<const Interface*> bases;         // direct, as written
  std::vector<Declaration*> contents;          // operations, attributes, types, constants, exceptions
  const Interface* reply_handler = nullptr;    // implied; nullptr if it can't be called asynchronously
  std::vector<AsynchronousCall> asynchronous;  // its own calls, and those of abstract bases that no other base has
};

enum class Visibility { Public, Private };

// A field of a struct, exception or value type: one per declarator.
struct Member final : Declaration {
  Member() : Declaration(DeclarationKind::Member) {}
  const Type* type = nullptr;
  ConstantValue default_value;                 // @default, as a value of the type; monostate if there is none
  Visibility visibility = Visibility::Public;  // private only in value types
};

struct ValueType final : Declaration {
  ValueType() : Declaration(DeclarationKind::ValueType) {}
  bool is_abstract = false;
  bool is_custom = false;
  bool is_truncatable = false;  // to its first base
  bool is_defined = false;
  std::vector<const ValueType*> bases;
  std::vector<const Interface*> supports;
  std::vector<Declaration*> contents;  // Members, Initializers, and what an interface may hold
};

struct ValueBox final : Declaration {
  ValueBox() : Declaration(DeclarationKind::ValueBox) {}
  const Type* boxed = nullptr;
};

struct Struct final : Declaration {
  Struct() : Declaration(DeclarationKind::Struct) {}
  bool is_defined = false;
  const Struct* base = nullptr;  // IDL 4 inheritance
  std::vector<Member*> members;
  std::vector<Declaration*> nested_types;  // types defined inside a member's type specification, in order
};

struct Enum;

// `case 1: case 2: long x;`
struct UnionBranch final : Declaration {
  UnionBranch() : Declaration(DeclarationKind::UnionBranch) {}
  std::vector<ConstantValue> labels;  // values of the discriminator's type
  bool is_default = false;            // may also have labels
  const Type* type = nullptr;
  ConstantValue default_value;  // like that of a Member
};

struct Union final : Declaration {
  Union() : Declaration(DeclarationKind::Union) {}
  bool is_defined = false;
  const Type* discriminator = nullptr;  // aliases kept
  std::vector<UnionBranch*> branches;
  std::vector<Declaration*> nested_types;
  bool has_default = false;       // a branch has the default label
  bool labels_cover_all = false;  // explicit labels name each value of the discriminator's type
};

struct Enumerator final : Declaration {
  Enumerator() : Declaration(DeclarationKind::Enumerator) {}
  const Enum* enumeration = nullptr;
  std::uint32_t ordinal = 0;  // the position, which is marshalled
  std::uint64_t value = 0;    // @value, or the position after it
};

struct Enum final : Declaration {
  Enum() : Declaration(DeclarationKind::Enum) {}
  std::vector<Enumerator*> enumerators;  // they live in the scope that encloses the enum
  unsigned bit_bound = 32;
  const Enumerator* default_literal = nullptr;  // the one with @default_literal; nullptr if there is none
};

struct Exception final : Declaration {
  Exception() : Declaration(DeclarationKind::Exception) {}
  std::vector<Member*> members;
  std::vector<Declaration*> nested_types;
};

// One per declarator: `typedef long A, B[2];` makes two. A type defined within the typedef comes before them in the
// contents of the same scope.
struct Typedef final : Declaration {
  Typedef() : Declaration(DeclarationKind::Typedef) {}
  const Type* type = nullptr;
  ConstantValue default_value;  // for members of the type that have none of their own; like that of a Member
};

struct Constant final : Declaration {
  Constant() : Declaration(DeclarationKind::Constant) {}
  const Type* type = nullptr;
  ConstantValue value;
};

enum class Direction { In, Out, InOut };

struct Parameter final : Declaration {
  Parameter() : Declaration(DeclarationKind::Parameter) {}
  Direction direction = Direction::In;
  const Type* type = nullptr;
};

struct Operation final : Declaration {
  Operation() : Declaration(DeclarationKind::Operation) {}
  bool is_oneway = false;
  const Type* result = nullptr;  // BasicKind::Void if there is none
  std::vector<Parameter*> parameters;
  std::vector<const Declaration*> raises;  // Exceptions, or Natives that stand for one
  std::vector<std::string> context;
  bool may_be_left_out = false;               // a reply handler's operation that an implementation may leave out
  bool tells_exception = false;               // its argument is an ExceptionHolder
  std::vector<const Declaration*> told = {};  // the user exceptions that may be in it
};

// One per declarator.
struct Attribute final : Declaration {
  Attribute() : Declaration(DeclarationKind::Attribute) {}
  bool is_readonly = false;
  const Type* type = nullptr;
  std::vector<const Declaration*> get_raises;  // `raises` of a readonly attribute, or `getraises`
  std::vector<const Declaration*> set_raises;
};

// The `factory` of a value type.
struct Initializer final : Declaration {
  Initializer() : Declaration(DeclarationKind::Initializer) {}
  std::vector<Parameter*> parameters;
  std::vector<const Declaration*> raises;
};

struct Native final : Declaration {
  Native() : Declaration(DeclarationKind::Native) {}
};

struct Bitfield final : Declaration {
  Bitfield() : Declaration(DeclarationKind::Bitfield) {}
  unsigned width = 0;
  unsigned position = 0;        // the position of its lowest bit
  const Type* type = nullptr;   // nullptr: the smallest type that holds it
  ConstantValue default_value;  // like that of a Member
};

struct Bitset final : Declaration {
  Bitset() : Declaration(DeclarationKind::Bitset) {}
  const Bitset* base = nullptr;
  std::vector<Bitfield*> fields;  // the named ones
  unsigned bit_count = 0;         // in all, including unnamed fields and the base
};

struct BitValue final : Declaration {
  BitValue() : Declaration(DeclarationKind::BitValue) {}
  unsigned position = 0;
};

struct Bitmask final : Declaration {
  Bitmask() : Declaration(DeclarationKind::Bitmask) {}
  unsigned bit_bound = 32;
  std::vector<BitValue*> values;
};

// `@annotation name { ... };`
struct AnnotationDeclaration final : Declaration {
  AnnotationDeclaration() : Declaration(DeclarationKind::AnnotationDeclaration) {}
  struct Parameter {
    std::string name;
    const Type* type = nullptr;  // nullptr for `any`
    ConstantValue default_value;
    bool has_default = false;
  };
  std::vector<Parameter> parameters;
  std::vector<Declaration*> contents;
};

// ------------------------------------------------------------------------------------------------- specification

// One #include of the main file or of a file that it includes.
struct Inclusion {
  FileId file = 0;
  bool is_main_file = false;  // again, perhaps by another path
  std::string written;        // the name between the quotes or angle brackets
  bool angled = false;        // <...>
  // If it is an input file of the same run, its name here: the generated files are beside those of the main file.
  std::string beside;
  bool from_main_file = false;
  bool at_global_scope = true;  // false: within a module or other definition
  SourceRange range;
};

// `#pragma ami "M::A"`.
struct AsynchronousPragma {
  std::string name;  // empty if it gives none
  SourceRange range;
};

// One input file with all included files. Owns the nodes.
class Specification {
 public:
  FileId main_file = 0;
  std::vector<Inclusion> inclusions;   // in order, each file once for each #include that opened it
  std::vector<Declaration*> contents;  // global scope, including included declarations
  std::vector<AsynchronousPragma> asynchronous_pragmas;

  template <class Node, class... Arguments>
  Node* make(Arguments&&... arguments) {
    auto node = std::make_unique<Node>(std::forward<Arguments>(arguments)...);
    Node* raw = node.get();
    keep(std::move(node));
    return raw;
  }

 private:
  void keep(std::unique_ptr<Declaration> node) { declarations_.push_back(std::move(node)); }
  void keep(std::unique_ptr<Type> node) { types_.push_back(std::move(node)); }

  std::vector<std::unique_ptr<Declaration>> declarations_;
  std::vector<std::unique_ptr<Type>> types_;
};

// ------------------------------------------------------------------------------------------------------- queries

// Returns the type for which typedefs stand: never a NamedType that names a Typedef. An array or sequence found there
// keeps its own element type as written.
const Type& resolve_aliases(const Type& type);

// Returns the declaration of a named type (struct, enum, interface, ...), typedefs resolved; nullptr for other types.
const Declaration* named_declaration(const Type& type);

// Returns the result of `compute`, which is called once. Otherwise the work would double with each level of structs
// that hold two of the next, and the compiler would not end.
template <class Compute>
bool remembered(const Declaration& declaration, Property property, Compute compute) {
  std::optional<bool>& known = declaration.properties[static_cast<std::size_t>(property)];
  if (!known) known = compute();
  return *known;
}

// Returns true for a sequence with @loaned, aliases resolved.
bool is_loaned(const Type& type);

// Returns true for float, double or long double, aliases resolved.
bool is_floating(const Type& type);

// Returns true for an interface that is only declared forward in all IDL that was read, so that another IDL file
// defines it, and that is neither local nor abstract.
bool is_defined_elsewhere(const Declaration& target);

// Returns all interfaces above this one, each once, bases before those that derive from them, without itself.
std::vector<const Interface*> all_bases(const Interface& interface);

// Returns the node as its own class. Requires that the kind has been checked.
template <class Node>
const Node& as(const Declaration& declaration) {
  return static_cast<const Node&>(declaration);
}
template <class Node>
const Node& as(const Type& type) {
  return static_cast<const Node&>(type);
}

}  // namespace dimma::idl
