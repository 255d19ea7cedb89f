#include "provider/epics_source.hpp"

#include "client/value.hpp"

#include <alarm.h>
#include <cadef.h>
#include <epicsTime.h>

#include <chrono>
#include <future>
#include <map>
#include <stdexcept>
#include <thread>

namespace aida {
namespace {

using namespace std::chrono_literals;

constexpr auto connect_patience = 10s;
constexpr auto read_patience = 5s;
const std::string state_suffix = "//STATE";

std::string message_of(int status) { return ca_message(status); }

// The types of a field in Channel Access, with the types in which they are requested here. Enumerations are requested
// as text.
struct FieldType {
  chtype field;
  chtype asked;
  Type one;
  Type many;
};
constexpr FieldType field_types[] = {
    {DBF_STRING, DBR_STRING, Type::string_type, Type::strings_type},
    {DBF_ENUM, DBR_STRING, Type::string_type, Type::strings_type},
    {DBF_SHORT, DBR_SHORT, Type::short_type, Type::shorts_type},
    {DBF_FLOAT, DBR_FLOAT, Type::float_type, Type::floats_type},
    {DBF_CHAR, DBR_CHAR, Type::octet_type, Type::octets_type},
    {DBF_LONG, DBR_LONG, Type::long_type, Type::longs_type},
    {DBF_DOUBLE, DBR_DOUBLE, Type::double_type, Type::doubles_type},
};
const FieldType* field_type(chtype field) noexcept {
  for (const FieldType& known : field_types) {
    if (known.field == field) return &known;
  }
  return nullptr;
}

template <class Sequence, class Element>
Datum numbers(const void* data, long count, bool is_one) {
  const auto* const elements = static_cast<const Element*>(data);
  using Value = typename Sequence::value_type;
  if (is_one) return count > 0 ? Datum(static_cast<Value>(elements[0])) : Datum(Value());
  return Sequence(elements, elements + count);
}

std::string text_of(const char* text) { return {text, ::strnlen(text, MAX_STRING_SIZE)}; }

Datum strings(const void* data, long count, bool is_one) {
  const auto* const elements = static_cast<const dbr_string_t*>(data);
  if (is_one) return count > 0 ? text_of(elements[0]) : std::string();
  Aida::Strings texts;
  for (long i = 0; i < count; ++i) texts.push_back(text_of(elements[i]));
  return texts;
}

Datum datum_of(chtype type, const void* data, long count, bool is_one) {
  switch (type) {
    case DBR_SHORT:
      return numbers<Aida::Shorts, dbr_short_t>(data, count, is_one);
    case DBR_FLOAT:
      return numbers<Aida::Floats, dbr_float_t>(data, count, is_one);
    case DBR_CHAR:
      return numbers<Aida::Octets, dbr_char_t>(data, count, is_one);
    case DBR_LONG:
      return numbers<Aida::Longs, dbr_long_t>(data, count, is_one);
    case DBR_DOUBLE:
      return numbers<Aida::Doubles, dbr_double_t>(data, count, is_one);
    default:
      return strings(data, count, is_one);
  }
}

std::string time_text(const epicsTimeStamp& stamp) {
  char text[64];
  const auto size = epicsTimeToStrftime(text, sizeof text, "%Y-%m-%d %H:%M:%S.%06f", &stamp);
  return {text, size};
}

Datum state_of(const void* data) {
  const auto& state = *static_cast<const dbr_time_string*>(data);
  const auto severity = static_cast<std::size_t>(state.severity);
  const auto status = static_cast<std::size_t>(state.status);
  Value value;
  value.add("value", text_of(state.value))
      .add("severity", std::string(severity < ALARM_NSEV ? epicsAlarmSeverityStrings[severity] : "?"))
      .add("status", std::string(status < ALARM_NSTATUS ? epicsAlarmConditionStrings[status] : "?"))
      .add("time", time_text(state.stamp));
  return value.table();
}

// A request that a thread of Channel Access answers, possibly after the caller has stopped waiting.
class Question {
 public:
  using Read = std::function<Datum(const event_handler_args&)>;
  explicit Question(Read read) : read_(std::move(read)) {}
  std::future<Datum> answer() { return answer_.get_future(); }

  static void answered(event_handler_args arguments) {
    const std::unique_ptr<std::shared_ptr<Question>> held(static_cast<std::shared_ptr<Question>*>(arguments.usr));
    Question& question = **held;
    try {
      if (arguments.status != ECA_NORMAL) throw std::runtime_error(message_of(arguments.status));
      question.answer_.set_value(question.read_(arguments));
    } catch (...) {
      question.answer_.set_exception(std::current_exception());
    }
  }

 private:
  const Read read_;
  std::promise<Datum> answer_;
};

class EpicsSource final : public Source {
 public:
  explicit EpicsSource(const std::string& names) {
    if (ca_context_create(ca_enable_preemptive_callback) != ECA_NORMAL)
      throw std::runtime_error("Channel Access fails");
    context_ = ca_current_context();
    for (std::size_t begin = 0; begin <= names.size();) {
      const auto end = std::min(names.find(',', begin), names.size());
      open(names.substr(begin, end - begin));
      begin = end + 1;
    }
    await_connections();
  }
  ~EpicsSource() override {
    for (const auto& [name, channel] : channels_) ca_clear_channel(channel);
    ca_context_destroy();
  }

  Aida::Descriptions data() const override {
    Aida::Descriptions data;
    for (const auto& [name, channel] : channels_) {
      const FieldType& type = *field_type(ca_field_type(channel));
      const auto count = ca_element_count(channel);
      data.emplace_back(name, count == 1 ? type.one : type.many, "a process variable of " + host_of(channel));
      data.emplace_back(name + state_suffix, Type::table_type, "its value, severity, status and time");
    }
    return data;
  }

  Datum read(const std::string& name, const Parameters& parameters) override {
    const CheckedParameters none(name, parameters, {});
    const bool is_state = name.size() > state_suffix.size() &&
                          name.compare(name.size() - state_suffix.size(), state_suffix.size(), state_suffix) == 0;
    const auto found = channels_.find(is_state ? name.substr(0, name.size() - state_suffix.size()) : name);
    if (found == channels_.end()) throw Aida::NoSuchDatum(name);
    const chid channel = found->second;
    attach();
    if (ca_state(channel) != cs_conn) throw Aida::NotAvailable(name, "its IOC is not connected");
    if (is_state) return ask(name, channel, DBR_TIME_STRING, [](const auto& got) { return state_of(got.dbr); });
    const FieldType* const type = field_type(ca_field_type(channel));
    if (type == nullptr) throw Aida::NotAvailable(name, "its IOC is not connected");
    const bool is_one = ca_element_count(channel) == 1;
    return ask(name, channel, type->asked,
               [is_one](const event_handler_args& got) { return datum_of(got.type, got.dbr, got.count, is_one); });
  }

 private:
  static std::string host_of(chid channel) { return ca_host_name(channel); }

  void open(const std::string& name) {
    chid channel{};
    const int status = name.empty() ? ECA_BADSTR : ca_create_channel(name.c_str(), nullptr, nullptr, 0, &channel);
    if (status != ECA_NORMAL) throw std::runtime_error("the process variable '" + name + "': " + message_of(status));
    channels_.emplace(name, channel);
  }

  void await_connections() const {
    ca_flush_io();
    const auto until = std::chrono::steady_clock::now() + connect_patience;
    for (const auto& [name, channel] : channels_) {
      while (ca_state(channel) != cs_conn) {
        if (std::chrono::steady_clock::now() > until) {
          throw std::runtime_error("no IOC answers for the process variable " + name +
                                   "; is EPICS_CA_ADDR_LIST as it should be?");
        }
        std::this_thread::sleep_for(10ms);
      }
      if (field_type(ca_field_type(channel)) == nullptr) throw std::runtime_error(name + " has a type that is unknown");
    }
  }

  // A thread has to be attached before it calls Channel Access.
  void attach() const {
    if (ca_current_context() == nullptr) ca_attach_context(context_);
  }

  Datum ask(const std::string& name, chid channel, chtype type, Question::Read read) const {
    const auto question = std::make_shared<Question>(std::move(read));
    auto answer = question->answer();
    auto held = std::make_unique<std::shared_ptr<Question>>(question);
    // A count of 0 requests all elements.
    const int status =
        ca_array_get_callback(type, type == DBR_TIME_STRING ? 1 : 0, channel, &Question::answered, held.get());
    if (status != ECA_NORMAL) throw Aida::NotAvailable(name, message_of(status));
    held.release();  // the callback owns it
    ca_flush_io();
    if (answer.wait_for(read_patience) != std::future_status::ready) {
      throw Aida::NotAvailable(name, "its IOC has not answered within 5 s");
    }
    try {
      return answer.get();
    } catch (const std::runtime_error& error) {
      throw Aida::NotAvailable(name, error.what());
    }
  }

  ca_client_context* context_ = nullptr;
  std::map<std::string, chid> channels_;
};

}  // namespace

std::unique_ptr<Source> make_epics_source(const std::string& names) {
  if (names.empty()) throw std::runtime_error("--pvs: say which process variables, joined by commas");
  return std::make_unique<EpicsSource>(names);
}

}  // namespace aida
