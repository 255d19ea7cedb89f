#include "provider/machine_source.hpp"

#include "client/value.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace aida {
namespace {

namespace files = std::filesystem;

// The content of a file of /proc. Throws Aida::NotAvailable.
std::string content_of(const std::string& datum, const files::path& path) {
  std::ifstream in(path);
  std::ostringstream content;
  content << in.rdbuf();
  if (!in || content.str().empty()) throw Aida::NotAvailable(datum, "cannot read " + path.string());
  return content.str();
}

// The words of the first line that begins with `key`; if that is empty, the words of the first line.
std::vector<std::string> words_of(const std::string& datum, const std::string& content, const std::string& key) {
  std::istringstream lines(content);
  std::string line;
  while (std::getline(lines, line)) {
    line.erase(0, line.find_first_not_of(" \t"));
    if (line.rfind(key, 0) != 0) continue;
    std::istringstream in(line.substr(key.size()));
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
  }
  throw Aida::NotAvailable(datum, "the system does not tell " + key);
}

template <class Number>
Number number_of(const std::string& datum, const std::vector<std::string>& words, std::size_t index) {
  Number number{};
  if (index >= words.size()) throw Aida::NotAvailable(datum, "the system tells too few numbers");
  const std::string& word = words[index];
  const auto end = word.data() + word.size();
  if (std::from_chars(word.data(), end, number).ptr != end) throw Aida::NotAvailable(datum, word + " is no number");
  return number;
}

struct Field {
  const char* name;
  const char* file;
  const char* key;
  std::size_t index;
  const char* text;
};
constexpr Field doubles[] = {
    {"MACHINE:LOAD//MINUTE1", "loadavg", "", 0, "processes that run or want to, over a minute"},
    {"MACHINE:LOAD//MINUTES5", "loadavg", "", 1, "the same over 5 minutes"},
    {"MACHINE:LOAD//MINUTES15", "loadavg", "", 2, "the same over 15 minutes"},
    {"MACHINE:UPTIME//SECONDS", "uptime", "", 0, "since the machine was started"},
};
constexpr Field longlongs[] = {
    {"MACHINE:MEMORY//TOTAL", "meminfo", "MemTotal:", 0, "of the machine, in KiB"},
    {"MACHINE:MEMORY//AVAILABLE", "meminfo", "MemAvailable:", 0, "that could be had, in KiB"},
    {"MACHINE:MEMORY//CACHED", "meminfo", "Cached:", 0, "of the page cache, in KiB"},
    {"MACHINE:CPU//CONTEXT_SWITCHES", "stat", "ctxt", 0, "since the start"},
    {"MACHINE:PROCESSES//STARTED", "stat", "processes", 0, "since the start"},
    {"MACHINE:PROCESSES//RUNNING", "stat", "procs_running", 0, "at this moment"},
};
constexpr Field per_interface[] = {
    {"RECEIVED", "", "", 0, "octets received"},
    {"SENT", "", "", 8, "octets sent"},
    {"RECEIVED_PACKETS", "", "", 1, "packets received"},
    {"SENT_PACKETS", "", "", 9, "packets sent"},
};

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// The id, name, state, memory and threads of each process. A process that ends meanwhile is left out.
Datum processes(const files::path& proc) {
  Aida::Longs ids;
  Aida::Strings names;
  Aida::Strings states;
  Aida::LongLongs resident_kib;
  Aida::Longs threads;
  const std::string datum = "MACHINE:PROCESSES//TABLE";
  std::error_code error;
  for (const auto& entry : files::directory_iterator(proc, error)) {
    const std::string id = entry.path().filename();
    if (!is_number(id)) continue;
    try {
      const std::string status = content_of(datum, entry.path() / "status");
      const auto name = words_of(datum, status, "Name:");
      const auto state = words_of(datum, status, "State:");
      const bool has_memory = status.find("VmRSS:") != std::string::npos;  // threads of the kernel have none
      const auto memory =
          has_memory ? number_of<std::int64_t>(datum, words_of(datum, status, "VmRSS:"), 0) : std::int64_t{0};
      const auto count = number_of<std::int32_t>(datum, words_of(datum, status, "Threads:"), 0);
      ids.push_back(number_of<std::int32_t>(datum, {id}, 0));
      names.push_back(name.empty() ? "" : name[0]);
      states.push_back(state.empty() ? "" : state[0]);
      resident_kib.push_back(memory);
      threads.push_back(count);
    } catch (const Aida::NotAvailable&) {
      continue;
    }
  }
  if (error) throw Aida::NotAvailable(datum, "cannot read " + proc.string());
  Value value;
  value.add("process", std::move(ids))
      .add("name", std::move(names))
      .add("state", std::move(states))
      .add("resident_kib", std::move(resident_kib))
      .add("threads", std::move(threads));
  return value.table();
}

std::vector<std::string> interfaces(const files::path& proc) {
  std::vector<std::string> names;
  std::ifstream in(proc / "net/dev");
  for (std::string line; std::getline(in, line);) {
    const auto colon = line.find(':');
    if (colon == std::string::npos) continue;
    const auto begin = line.find_first_not_of(' ');
    names.push_back(line.substr(begin, colon - begin));
  }
  return names;
}

}  // namespace

MachineSource::MachineSource(std::string folder) {
  const files::path proc(std::move(folder));
  for (const Field& field : doubles) {
    add(field.name, Type::double_type, field.text, [proc, field]() -> Datum {
      return number_of<double>(field.name, words_of(field.name, content_of(field.name, proc / field.file), field.key),
                               field.index);
    });
  }
  for (const Field& field : longlongs) {
    add(field.name, Type::longlong_type, field.text, [proc, field]() -> Datum {
      return number_of<std::int64_t>(
          field.name, words_of(field.name, content_of(field.name, proc / field.file), field.key), field.index);
    });
  }
  for (const std::string& interface : interfaces(proc)) {
    for (const Field& field : per_interface) {
      const std::string name = "MACHINE:NETWORK:" + interface + "//" + field.name;
      add(name, Type::longlong_type, field.text, [proc, field, name, interface]() -> Datum {
        return number_of<std::int64_t>(name, words_of(name, content_of(name, proc / "net/dev"), interface + ':'),
                                       field.index);
      });
    }
  }
  add("MACHINE:PROCESSES//TABLE", Type::table_type, "each process: number, name, state, memory, threads",
      [proc] { return processes(proc); });
  add("MACHINE:HOST//NAME", Type::string_type, "of the machine", [proc]() -> Datum {
    const auto words =
        words_of("MACHINE:HOST//NAME", content_of("MACHINE:HOST//NAME", proc / "sys/kernel/hostname"), "");
    return words.empty() ? std::string() : words[0];
  });
}

}  // namespace aida
