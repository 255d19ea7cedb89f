// The recursive-descent parser. Resolves names, evaluates constants and checks the rules while parsing, since IDL
// requires declarations before uses. The members are defined in parser_*.cpp, one subject per file.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "idl/text/lexer.hpp"
#include "idl/tree/arithmetic.hpp"
#include "idl/tree/ast.hpp"
#include "idl/tree/repository_ids.hpp"
#include "idl/tree/scope.hpp"
#include "idl/tree/source_map.hpp"

namespace dimma::idl {

class Parser {
 public:
  // If `map` is not nullptr, records the places of names and scopes there.
  Parser(const PreprocessedText& text, Diagnostics& diagnostics, Specification& specification,
         LetterCase letter_case = LetterCase::Ignored, SourceMap* map = nullptr);

  // Parses the whole text. Throws TooManyErrors, or StopParsing after an error from which it cannot recover.
  void parse();

  struct StopParsing {};

 private:
  // Thrown after a syntax error has been reported; caught at a place where the parser can resume.
  struct SyntaxError {};

  struct Name {
    std::string text;
    SourceRange range;
    bool escaped = false;
  };
  struct ScopedName {
    bool from_global = false;  // began with "::"
    std::vector<Name> parts;
    SourceRange range;
    std::string written;
  };

  // One of the open scopes.
  struct Context {
    Scope* scope = nullptr;
    Declaration* node = nullptr;                // nullptr at global scope
    std::vector<Declaration*>* sink = nullptr;  // the list to which declarations are added
    std::string id_base;                        // prefix of the repository ids of declarations in the scope
  };
  class Opened {
   public:
    Opened(Parser& parser, Declaration& node, std::vector<Declaration*>* sink);
    ~Opened();
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;

   private:
    Parser& parser_;
    std::size_t place_ = 0;  // index into the map's scopes
  };
  class Nesting {
   public:
    explicit Nesting(Parser& parser);
    ~Nesting() { --parser_.nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };

  // Sets, during its lifetime, whether '>' closes a bracket; ">>" in an expression is then not a shift.
  class Angles {
   public:
    Angles(Parser& parser, bool within) : parser_(parser), outer_(parser.within_angles_) {
      parser.within_angles_ = within;
    }
    ~Angles() { parser_.within_angles_ = outer_; }
    Angles(const Angles&) = delete;
    Angles& operator=(const Angles&) = delete;

   private:
    Parser& parser_;
    bool outer_;
  };
  using Labels = std::unordered_map<std::uint64_t, SourceRange>;

  // ---- tokens and recovery (parser_tokens.cpp)
  const Token& peek() const { return current_; }
  const Token& peek_second();
  bool at(TokenKind kind) const { return current_.kind == kind; }
  bool at_word(std::string_view word) const {
    return at(TokenKind::Identifier) && !current_.escaped && current_.text == word;
  }
  Token take();
  bool accept(TokenKind kind);
  Token expect(TokenKind kind, const std::string& where);
  void expect_semicolon(const std::string& where);
  Name expect_identifier(const std::string& what);
  [[noreturn]] void fail(SourceRange range, const std::string& message);
  [[noreturn]] void fail_expected(const std::string& what);
  // Adds a note about a common mistake, if the current token is a known wrong word instead of `expected`.
  void advise(std::string_view expected);
  void error(SourceRange range, const std::string& message) { diagnostics_.error(range, message); }
  void note(SourceRange range, const std::string& message) { diagnostics_.note(range, message); }
  void note_declared(const Declaration& declaration, const char* how = "declared here");
  Token raw_token();
  void advance();
  void synchronise();
  void skip_past_closing_brace();
  // Parses `item, item, ... }`, including the brace. After an error, skips past the brace.
  void parse_listed(const char* what, const std::function<void()>& item);
  // Parses items until the closing brace, and resumes after an item with an error.
  void parse_body(const char* what, const std::function<void()>& item);
  void parse_braced(const char* what, const std::function<void()>& item);
  SourceRange since(const Token& first) const;

  // ---- files and pragmas (parser_pragmas.cpp)
  void handle_event(const Token& token);
  void enter_file(const Token& token);
  void exit_file();
  void pragma(const Token& token);
  void pragma_prefix(const Token& token, const std::vector<std::string>& words);
  void pragma_id(const Token& token, const std::vector<std::string>& words);
  void pragma_version(const Token& token, const std::vector<std::string>& words);
  Declaration* pragma_target(const Token& token, const std::string& name);
  void parse_typeid();
  void parse_typeprefix();
  void parse_import();

  // ---- declaring and finding names (parser_names.cpp)
  template <class Node>
  Node* create(const Name& name) {
    Node* node = specification_.make<Node>();
    describe_node(*node, name);
    return node;
  }
  void check_spelling(const Name& name);
  void describe_node(Declaration& node, const Name& name);
  void map_name(const SourceRange& range, const Declaration& declaration) {
    if (map_ != nullptr) map_->names.push_back({range, &declaration});
  }
  // Enters the name into the current scope. Returns false if the name clashes with another one, or if the declaration
  // repeats a built-in one.
  bool enter(Declaration& node);
  bool clashes(const Declaration& node);
  bool clashes_with_inherited(const Declaration& node);
  bool repeats_own(const Declaration& node);
  // Adds a complete declaration to the list of its scope.
  void list(Declaration* node);
  Declaration* own_declaration(const Name& name);
  ForwardDeclaration* list_forward(Declaration& target, const Name& name);
  void check_same_id(const Declaration& node, const Name& name);
  ScopedName parse_scoped_name();
  void fail_type_of_cxx(const Name& scope);
  // Returns the declaration. If there is none, returns nullptr, and reports this if `report`.
  Declaration* resolve(const ScopedName& name, bool report = true);
  // Returns the declaration to inherit from or to support: for an alias, the declaration of its type.
  const Declaration* resolve_base(const ScopedName& name);
  Declaration* resolve_first(const ScopedName& name, bool report);
  Declaration* resolve_rest(Declaration* found, const ScopedName& name, bool report);
  Declaration* accept_found(const Found& found, const Name& name, bool report);
  Scope* scope_inside(const Declaration& declaration, const Name& next, bool report);
  void report_unknown(const ScopedName& name);
  void report_missing(const Declaration& scope, const Name& name);
  bool has_orb_idl() const;
  void note_case(SourceRange range);
  void check_forward_declarations();
  void check_unique_ids(const std::vector<Declaration*>& contents);
  void predeclare_corba();
  Context& context() { return contexts_.back(); }
  std::string identifier_hint(const Token& token) const;

  // ---- modules and their contents (parser_definitions.cpp)
  void parse_definition();
  void parse_definition_keyword();
  bool parse_type_declaration();
  bool parse_export_declaration();
  void parse_module();
  void parse_typedef();
  // Returns the type of a typedef: a loaned sequence if the typedef has @loaned, otherwise `type`.
  const Type* loaned_if_said(const Typedef& node, const Type* type);
  void parse_native();
  void parse_constant();
  bool at_older_name();
  void refuse_components();
  [[noreturn]] void fail_unknown_definition();
  const Type* parse_constant_type();
  bool check_constant_type(const Type& type, SourceRange range, const char* what = "a constant");

  // ---- template modules (parser_templates.cpp)
  struct FormalParameter {
    std::string name;
    SourceRange range;
    TokenKind kind = TokenKind::Identifier;  // KwStruct, ..., KwConst; Identifier for `typename`
    std::vector<Token> constant_type;
  };
  struct ActualParameter {
    std::string name;
    std::vector<Token> tokens;
  };
  struct Template {
    std::vector<FormalParameter> parameters;
    std::vector<Token> body;  // up to the closing brace
  };
  // Returns true if an instance of a template module follows `module`: the name of the template and actual parameters.
  bool at_template_instance();
  bool at_formal_parameter();
  void parse_template(const Name& name);
  void parse_template_instance();
  FormalParameter parse_formal_parameter();
  std::vector<Token> parse_actual_parameter(const FormalParameter& formal, const std::vector<ActualParameter>& before);
  void skip_angles();
  void insert_ahead(const std::vector<Token>& tokens);
  std::vector<Token> with_parameters(const std::vector<Token>& tokens,
                                     const std::vector<ActualParameter>& parameters) const;

  // Records the tokens that are taken during its lifetime.
  class Recording {
   public:
    Recording(Parser& parser, std::vector<Token>& tokens) : parser_(parser) { parser_.recorded_ = &tokens; }
    ~Recording() { parser_.recorded_ = nullptr; }
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

   private:
    Parser& parser_;
  };

  // ---- types (parser_types.cpp)
  const Type* parse_type();
  const Type* parse_simple_type();
  const Type* parse_type_or_definition();
  const Type* parse_basic_type();
  const Type* parse_idl4_integer();
  const Type* parse_unsigned();
  const Type* parse_long();
  const Type* parse_string(bool wide);
  const Type* parse_sequence();
  const Type* parse_map();
  const Type* parse_fixed(bool in_constant);
  const Type* parse_named_type();
  const Type* named(Declaration& declaration, const SourceRange& range, std::string written);
  const Type* basic(BasicKind kind, SourceRange range);
  enum class ArrayUse { Member, Typedef };
  const Type* with_array(const Type* element, ArrayUse use);
  bool is_error(const Type& type) const { return &resolve_aliases(type) == error_type_; }

  // ---- rules about types (parser_type_rules.cpp)
  // Determines whether types whose definition is still open count as complete.
  enum class OpenTypes { Refused, Allowed };
  struct CompletenessCheck {
    OpenTypes open_types;
    std::unordered_set<const Declaration*> visiting;
  };
  const Declaration* incomplete_part(const Type& type, OpenTypes open_types = OpenTypes::Refused);
  const Declaration* incomplete_part(const Type& type, CompletenessCheck& check);
  const Declaration* incomplete_declaration(const Declaration& declaration, CompletenessCheck& check);
  const Declaration* local_part(const Type& type, std::unordered_set<const Declaration*>& visiting) const;
  // Reports an incomplete type, and returns false for it.
  bool require_complete(const Type& type, const std::string& use, OpenTypes open_types = OpenTypes::Refused);
  bool may_be_absent_elsewhere(const Declaration& member) const;
  bool check_member_type(const Type& type, const std::string& use);
  void check_map_key(const Type& type);
  void check_signature_type(const Type& type, const std::string& use);
  bool refuse_local_part(const Type& type, const std::string& use);
  void check_remote_uses();

  // ---- structs, unions, enums, exceptions (parser_constructed.cpp, parser_union.cpp, parser_bits.cpp)
  Struct* parse_struct(bool forward_allowed);
  void parse_exception();
  Enum* parse_enum();
  void parse_enumerator(Enum& enumeration, std::unordered_set<std::uint64_t>& values);
  Union* parse_union(bool forward_allowed);
  const Type* parse_discriminator();
  void parse_union_branch(Union& node, Labels& labels);
  void parse_union_label(Union& node, UnionBranch& branch, Labels& labels);
  void parse_case_label(Union& node, UnionBranch& branch, Labels& labels);
  bool report_hidden_enumerator(const Union& node);
  void check_union_labels(Union& node, const Labels& labels);
  bool check_discriminator(const Type& type);
  bool at_bits(const char* word);
  Bitset* parse_bitset();
  void parse_bitfield(Bitset& node);
  Bitmask* parse_bitmask();
  Declaration* find_flag(const Name& name, bool report);
  void parse_bit_value(Bitmask& node, unsigned& next_position, std::unordered_set<unsigned>& positions);
  void parse_struct_base(Struct& node);
  void parse_member_declarators(std::vector<Member*>& members, const std::string& use, Visibility visibility);
  // Returns the node to fill in: the node of a forward declaration if there is one, otherwise a new one.
  template <class Node>
  Node* declare_constructed(const Name& name, bool is_forward = false);
  void describe_again(Declaration& node, const Name& name);

  // ---- interfaces (parser_interface.cpp)
  void check_flow(const Interface& node);
  void parse_interface();
  Interface* declare_interface(const Name& name, InterfaceKind kind);
  void parse_bases(Interface& node);
  void add_base(Interface& node, const ScopedName& name);
  void check_inherited_operations(const Declaration& node);
  void parse_export();
  void parse_attribute();
  void parse_operation();
  void parse_parameters(std::vector<Parameter*>& parameters, bool only_in, const char* why_only_in);
  Parameter* parse_parameter(bool only_in, const char* why_only_in);
  void check_oneway(const Operation& node, SourceRange where);
  std::vector<const Declaration*> parse_exception_list();
  std::vector<std::string> parse_context();
  void parse_attribute_raises(Attribute& first, bool single);

  // ---- value types (parser_value.cpp)
  void parse_valuetype();
  ValueType* declare_value(const Name& name, bool is_abstract, bool is_custom);
  void parse_value_bases(ValueType& node);
  void add_value_base(ValueType& node, const ScopedName& name);
  void parse_value_supports(ValueType& node);
  void parse_value_element(ValueType& node);
  void parse_value_box(const Name& name);
  void parse_initializer(ValueType& node);

  // ---- annotations (parser_annotations.cpp, parser_annotation_rules.cpp)
  std::vector<Annotation> parse_annotations();
  Annotation parse_annotation();
  void check_annotation(const Annotation& annotation);
  template <class Parameters>
  void check_annotation_arguments(const Annotation& annotation, const Parameters& parameters);
  void check_applied_together(const std::vector<Annotation>& annotations);
  const AnnotationDeclaration* declared_annotation(const std::string& name) const;
  AnnotationArgument parse_annotation_argument();
  void take_own_constants(Annotation& annotation) const;
  void parse_annotation_declaration();
  // Moves the annotations that were collected before a declaration to the node.
  void annotate(Declaration& node);
  void check_annotation_target(const Annotation& annotation, const Declaration& node);
  ConstantValue default_annotation(const Declaration& node, const Type& type);
  ConstantValue default_of_field(const Bitfield& field);
  void warn_unknown_annotation(const Annotation& annotation);
  std::optional<std::uint64_t> unsigned_annotation(const Declaration& node, const char* name, std::uint64_t lowest,
                                                   std::uint64_t highest);

  // ---- constant expressions (parser_expressions.cpp)
  Value parse_expression(const Type* target);
  ConstantValue parse_constant_value(const Type& target);
  std::uint64_t parse_positive(const char* what, std::uint64_t highest);
  Value parse_binary(std::size_t level);
  Value parse_unary();
  Value parse_primary();
  Value parse_literal();
  Value parse_named_value();
  Value parse_text_literal();
  bool accept_operator(std::size_t level, BinaryOperator& op, SourceRange& where);
  bool at_shift(TokenKind kind);

  const PreprocessedText& text_;
  Diagnostics& diagnostics_;
  Specification& specification_;
  Lexer lexer_;
  const LetterCase letter_case_;
  SourceMap* const map_;
  ScopeTree scopes_;
  RepositoryIds ids_;
  std::unordered_set<const Declaration*> passed_over_;  // user declarations that repeat a built-in one
  std::deque<Token> ahead_;
  Token current_;
  Token previous_;
  std::vector<Token>* recorded_ = nullptr;
  std::unordered_map<const Declaration*, Template> templates_;
  std::size_t repeated_tokens_ = 0;  // tokens parsed again for instances of template modules
  unsigned instances_open_ = 0;
  std::vector<Context> contexts_;
  std::vector<Annotation> pending_annotations_;
  std::unordered_map<std::string, const AnnotationDeclaration*> declared_annotations_;  // keyed by full name
  std::vector<ForwardDeclaration*> forwards_;
  // The types in signatures of interfaces that are not local.
  struct RemoteUse {
    const Type* type;
    std::string use;
  };
  std::vector<RemoteUse> remote_uses_;
  // Structs and unions that are known to be complete with all their parts. Others are checked on each use.
  std::unordered_set<const Declaration*> known_complete_;
  // Structs, unions, interfaces and value types whose body is being parsed.
  std::unordered_set<const Declaration*> open_;
  Module* corba_ = nullptr;  // predeclared module CORBA, which contains TypeCode
  Native* typecode_ = nullptr;
  const Type* error_type_ = nullptr;
  unsigned nesting_ = 0;

  // The rules for integers in the constant expression that is being parsed.
  IntegerRules rules_;
  bool within_angles_ = false;
  bool quiet_names_ = false;  // an unknown name is not an error (arguments of annotations)
  bool any_local_ = false;    // a local interface has been declared

  struct FileFrame {
    FileId file = 0;
    std::size_t depth = 0;  // the size of contexts_ at the beginning of the file
    std::string id_base;    // the id_base to restore for the innermost scope
  };
  std::vector<FileFrame> files_;
  std::unordered_map<std::string, const Declaration*> by_id_;
  // The flags of bitmasks, by the scope that contains the bitmask: there they may be used without the bitmask's name.
  std::unordered_map<const Scope*, std::unordered_multimap<std::string, BitValue*>> flags_;
};

}  // namespace dimma::idl
