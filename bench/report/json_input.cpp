#include "report/json_input.hpp"

#include <boost/json.hpp>

#include <cmath>

namespace bench {
namespace json = boost::json;

struct JsonInput::Document {
  json::value value;
};

namespace {

const json::value& as_value(const void* pointer) { return *static_cast<const json::value*>(pointer); }

[[noreturn]] void refuse(const std::string& path, const char* what) {
  throw JsonError((path.empty() ? "the whole" : path.substr(1)) + " is not " + what);
}

}  // namespace

JsonInput::JsonInput(std::shared_ptr<const Document> document, const void* value, std::string path)
    : document_(std::move(document)), value_(value), path_(std::move(path)) {}

JsonInput JsonInput::parse(std::string_view text) {
  boost::system::error_code error;
  auto document = std::make_shared<Document>();
  document->value = json::parse(json::string_view(text.data(), text.size()), error);  // at most 32 levels deep
  if (error) throw JsonError("not JSON: " + error.message());
  const void* const value = &document->value;
  return {std::move(document), value, ""};
}

JsonInput JsonInput::at(std::string_view name) const {
  const auto* const object = as_value(value_).if_object();
  if (object == nullptr) refuse(path_, "an object");
  const auto* const found = object->if_contains(json::string_view(name.data(), name.size()));
  const std::string path = path_ + '.' + std::string(name);
  if (found == nullptr) throw JsonError("there is no " + path.substr(1));
  return {document_, found, path};
}

JsonInput JsonInput::at(std::size_t index) const {
  const auto* const array = as_value(value_).if_array();
  if (array == nullptr) refuse(path_, "an array");
  const std::string path = path_ + '[' + std::to_string(index) + ']';
  if (index >= array->size()) throw JsonError("there is no " + path);
  return {document_, &(*array)[index], path};
}

bool JsonInput::has(std::string_view name) const {
  const auto* const object = as_value(value_).if_object();
  return object != nullptr && object->if_contains(json::string_view(name.data(), name.size())) != nullptr;
}

std::size_t JsonInput::size() const {
  const auto* const array = as_value(value_).if_array();
  if (array == nullptr) refuse(path_, "an array");
  return array->size();
}

double JsonInput::number() const {
  boost::system::error_code error;
  const double number = as_value(value_).to_number<double>(error);
  if (error || !std::isfinite(number)) refuse(path_, "a number");
  return number;
}

std::string JsonInput::text() const {
  const auto* const text = as_value(value_).if_string();
  if (text == nullptr) refuse(path_, "a text");
  return {text->data(), text->size()};
}

bool JsonInput::truth() const {
  const auto* const truth = as_value(value_).if_bool();
  if (truth == nullptr) refuse(path_, "true or false");
  return *truth;
}

}  // namespace bench
