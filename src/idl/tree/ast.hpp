// The syntax tree of a checked IDL specification.
//
// The Specification owns all nodes; pointers between nodes are non-owning. `contents` is in the order of the text.
// Names are resolved: a NamedType points to the declaration that it means, and aliases are kept.
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
  std::string name;     // empty for a single, unnamed argument
  ConstantValue value;  // monostate if the argument is not a constant
  std::string text;     // the argument as written
  SourceRange range;    // includes the name
};

// An applied annotation, for example @key or @default(value = 5).
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
  Short,  // IDL 4's int16 is this type too, and so on
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

// Returns the IDL spelling, for example "unsigned long long".
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

// string or wstring, according to `kind`.
struct StringType final : Type {
  explicit StringType(bool wide) : Type(wide ? TypeKind::WString : TypeKind::String) {}
  std::uint64_t bound = 0;  // 0 if unbounded
};

struct SequenceType final : Type {
  SequenceType() : Type(TypeKind::Sequence) {}
  const Type* element = nullptr;
  std::uint64_t bound = 0;  // 0 if unbounded
  bool is_loaned = false;   // @loaned: elements can be passed without copying
};

// The type of an array declarator: `long a[2][3]` has element long and dimensions {2, 3}.
struct ArrayType final : Type {
  ArrayType() : Type(TypeKind::Array) {}
  const Type* element = nullptr;
  std::vector<std::uint64_t> dimensions;
};

struct FixedType final : Type {
  FixedType() : Type(TypeKind::Fixed) {}
  unsigned digits = 0;  // 0 in the type of a constant; the value determines them
  unsigned scale = 0;
};

struct MapType final : Type {
  MapType() : Type(TypeKind::Map) {}
  const Type* key = nullptr;
  const Type* value = nullptr;
  std::uint64_t bound = 0;  // 0 if unbounded
};

// A type named by its declaration: a Typedef, Struct, Union, Enum, Interface, ValueType, ValueBox, Native, Bitset or
// Bitmask. A forward declaration and the later definition share one node.
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

// Returns the name of the kind for messages, for example "struct" or "operation".
const char* to_string(DeclarationKind kind);
// Returns the name with its article: "a struct", "an operation".
std::string with_article(DeclarationKind kind);

// Properties of a declaration and its parts that the emitter caches, since all declarations that use it need them.
enum class Property { FixedLayout, Rows, Extent, CompleteByItself, VariableLength };

struct Declaration {
  explicit Declaration(DeclarationKind k) : kind(k) {}
  virtual ~Declaration() = default;
  Declaration(const Declaration&) = delete;
  Declaration& operator=(const Declaration&) = delete;

  const DeclarationKind kind;
  std::string identifier;                  // without the escaping underscore
  std::vector<std::string> scoped_name;    // {"M", "I", "op"}
  const Declaration* enclosing = nullptr;  // nullptr at global scope; in a Module, the opening that contains it
  SourceRange range;                       // the place of the identifier
  FileId file = 0;                         // the file that contains it; for expanded text, that of the macro call
  bool from_main_file = false;             // false if it is in an included file
  std::string repository_id;               // "IDL:prefix/M/I:1.0"; empty for parameters, members and so on
  std::vector<Annotation> annotations;
  unsigned type_depth = 0;  // nesting depth (tree/depth.hpp); 0 while incomplete

  mutable std::array<std::optional<bool>, 5> properties;  // indexed by Property; nullopt if not yet computed
  mutable std::optional<std::uint64_t> octets_min;        // nullopt if not yet computed

  // Returns "M::I::op".
  std::string full_name() const;
  const Annotation* annotation(std::string_view name) const;
  // Returns true if the annotation, which is a flag, is present and not FALSE.
  bool is_marked(std::string_view name) const;
};

// One opening of a module, `module M { ... };`. All openings have the same scoped name and repository id.
struct Module final : Declaration {
  Module() : Declaration(DeclarationKind::Module) {}
  std::vector<Declaration*> contents;
  const Module* first_opening = nullptr;  // the first opening refers to itself
};

// `interface I;`, `struct S;` and so on. The contents have both this node and, at the place of the definition, the
// target.
struct ForwardDeclaration final : Declaration {
  ForwardDeclaration() : Declaration(DeclarationKind::ForwardDeclaration) {}
  Declaration* target = nullptr;  // Interface, ValueType, Struct or Union
};

enum class InterfaceKind { Regular, Abstract, Local };

struct Operation;

// The implied IDL for an asynchronous call of an operation or attribute (asynchronous.hpp).
struct AsynchronousCall {
  const Declaration* of = nullptr;     // the Operation or Attribute
  bool sets = false;                   // true for the setter of an attribute
  std::string name;                    // "sendc_op"
  const Operation* answer = nullptr;   // that of the reply handler: "op"
  const Operation* failure = nullptr;  // "op_excep"
};

struct Interface final : Declaration {
  Interface() : Declaration(DeclarationKind::Interface) {}
  InterfaceKind interface_kind = InterfaceKind::Regular;
  bool is_defined = false;                     // false if only declared forward
  std::vector<const Interface*> bases;         // direct bases, as written
  std::vector<Declaration*> contents;          // operations, attributes, types, constants, exceptions
  const Interface* reply_handler = nullptr;    // implied; nullptr if there are no asynchronous calls
  std::vector<AsynchronousCall> asynchronous;  // own calls, and those of abstract bases that no other base has
};

enum class Visibility { Public, Private };

// A field of a struct, exception or value type: one per declarator.
struct Member final : Declaration {
  Member() : Declaration(DeclarationKind::Member) {}
  const Type* type = nullptr;
  ConstantValue default_value;                 // value of @default, converted to the type; monostate if there is none
  Visibility visibility = Visibility::Public;  // Private only in value types
};

struct ValueType final : Declaration {
  ValueType() : Declaration(DeclarationKind::ValueType) {}
  bool is_abstract = false;
  bool is_custom = false;
  bool is_truncatable = false;  // to the first base
  bool is_defined = false;
  std::vector<const ValueType*> bases;
  std::vector<const Interface*> supports;
  std::vector<Declaration*> contents;  // Members, Initializers, and anything that an interface can contain
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
  std::vector<Declaration*> nested_types;  // types defined in the type specification of a member, in order
};

struct Enum;

// One branch, for example `case 1: case 2: long x;`.
struct UnionBranch final : Declaration {
  UnionBranch() : Declaration(DeclarationKind::UnionBranch) {}
  std::vector<ConstantValue> labels;  // values of the discriminator's type
  bool is_default = false;            // may also have labels
  const Type* type = nullptr;
  ConstantValue default_value;  // as for a Member
};

struct Union final : Declaration {
  Union() : Declaration(DeclarationKind::Union) {}
  bool is_defined = false;
  const Type* discriminator = nullptr;  // aliases kept
  std::vector<UnionBranch*> branches;
  std::vector<Declaration*> nested_types;
  bool has_default = false;       // some branch has the label `default`
  bool labels_cover_all = false;  // the explicit labels include all values of the discriminator's type
};

struct Enumerator final : Declaration {
  Enumerator() : Declaration(DeclarationKind::Enumerator) {}
  const Enum* enumeration = nullptr;
  std::uint32_t ordinal = 0;  // the position, which is the encoded number
  std::uint64_t value = 0;    // @value, or one more than the preceding value
};

struct Enum final : Declaration {
  Enum() : Declaration(DeclarationKind::Enum) {}
  std::vector<Enumerator*> enumerators;  // their scope is the one that contains the enum
  unsigned bit_bound = 32;
  const Enumerator* default_literal = nullptr;  // the enumerator with @default_literal; nullptr if there is none
};

struct Exception final : Declaration {
  Exception() : Declaration(DeclarationKind::Exception) {}
  std::vector<Member*> members;
  std::vector<Declaration*> nested_types;
};

// One declarator of a typedef: `typedef long A, B[2];` has two. A type that is defined within the typedef precedes them
// in the contents of the scope.
struct Typedef final : Declaration {
  Typedef() : Declaration(DeclarationKind::Typedef) {}
  const Type* type = nullptr;
  ConstantValue default_value;  // for members of the type without a @default of their own; as for a Member
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
  const Type* result = nullptr;  // BasicKind::Void if there is no result
  std::vector<Parameter*> parameters;
  std::vector<const Declaration*> raises;  // Exceptions, or Natives that represent exceptions
  std::vector<std::string> context;
  bool may_be_left_out = false;               // implementing it is optional (in a reply handler)
  bool tells_exception = false;               // its argument is an ExceptionHolder
  std::vector<const Declaration*> told = {};  // the user exceptions that the holder may contain
};

// One declarator of an attribute.
struct Attribute final : Declaration {
  Attribute() : Declaration(DeclarationKind::Attribute) {}
  bool is_readonly = false;
  const Type* type = nullptr;
  std::vector<const Declaration*> get_raises;  // `raises` of a readonly attribute, or `getraises`
  std::vector<const Declaration*> set_raises;
};

// A `factory` of a value type.
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
  unsigned position = 0;        // the position of the lowest bit
  const Type* type = nullptr;   // nullptr means the smallest type that holds the field
  ConstantValue default_value;  // as for a Member
};

struct Bitset final : Declaration {
  Bitset() : Declaration(DeclarationKind::Bitset) {}
  const Bitset* base = nullptr;
  std::vector<Bitfield*> fields;  // named fields only
  unsigned bit_count = 0;         // total, including unnamed fields and the base
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

// A declared annotation, `@annotation name { ... };`.
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

// One #include in the main file or in a file that it includes.
struct Inclusion {
  FileId file = 0;
  bool is_main_file = false;  // the main file is included, perhaps by another path
  std::string written;        // the name between the quotes or angle brackets
  bool angled = false;        // true for <...>
  // The path as given, if the file is an input of the same run: its generated files are beside those of the main file.
  std::string beside;
  bool from_main_file = false;
  bool at_global_scope = true;  // false within a module or other definition
  SourceRange range;
  std::string classic_header = {};  // dimma's own header for the file in the classic mapping; empty if there is none
};

// A pragma that requests asynchronous calls: `#pragma ami "M::A"`.
struct AsynchronousPragma {
  std::string name;  // empty if the pragma has no name
  SourceRange range;
};

// One input file with all included files. Owns the nodes of the tree.
class Specification {
 public:
  FileId main_file = 0;
  std::vector<Inclusion> inclusions;   // in the order of the text, one for each #include
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

// Returns the type that an alias finally names: never a NamedType of a Typedef. The elements of an array or sequence
// are not resolved.
const Type& resolve_aliases(const Type& type);

// Returns the declaration of a named type (struct, enum, interface, ...), with aliases resolved; nullptr for other
// types.
const Declaration* named_declaration(const Type& type);

// Returns the result of `compute`, which is called once per declaration. Without this cache, a chain of structs that
// each hold two of the next would take exponential time.
template <class Compute>
bool remembered(const Declaration& declaration, Property property, Compute compute) {
  std::optional<bool>& known = declaration.properties[static_cast<std::size_t>(property)];
  if (!known) known = compute();
  return *known;
}

// Returns true for a sequence with @loaned, with aliases resolved.
bool is_loaned(const Type& type);

// Returns true for float, double or long double, with aliases resolved.
bool is_floating(const Type& type);

// Returns true for an interface that is only declared forward in the IDL that was read, and is neither local nor
// abstract: another IDL file must define it.
bool is_defined_elsewhere(const Declaration& target);

// Returns all direct and indirect bases, each once, with a base before the interfaces that derive from it.
std::vector<const Interface*> all_bases(const Interface& interface);

// Casts the node to its class. The caller must have checked the kind.
template <class Node>
const Node& as(const Declaration& declaration) {
  return static_cast<const Node&>(declaration);
}
template <class Node>
const Node& as(const Type& type) {
  return static_cast<const Node&>(type);
}

}  // namespace dimma::idl
