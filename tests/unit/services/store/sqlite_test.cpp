#include <dimma/sqlite_store.hpp>

#include "conformance.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace std::chrono_literals;
using conformance::kind_of_error;
using conformance::StoreTest;
using dimma::store::open_sqlite;
using dimma::store::SqliteOptions;
using dimma::store::StoreError;

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "store-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  SqliteOptions options(SqliteOptions::Durability durability = SqliteOptions::Durability::full) const {
    SqliteOptions options;
    options.file = path_ / "names.db";
    options.durability = durability;
    return options;
  }

 private:
  std::filesystem::path path_;
};

std::unique_ptr<dimma::store::Store> open_new() {
  static Folder folder;  // shared by all tests
  static int number = 0;
  SqliteOptions options = folder.options(SqliteOptions::Durability::normal);
  options.file += std::to_string(number++);
  return open_sqlite(options);
}

std::unique_ptr<dimma::store::Store> open_in_memory() {
  SqliteOptions options;
  options.file = ":memory:";
  return open_sqlite(options);
}

INSTANTIATE_TEST_SUITE_P(Sqlite, StoreTest,
                         testing::Values(conformance::Opening{"File", open_new},
                                         conformance::Opening{"Memory", open_in_memory}),
                         conformance::name_of);

TEST(SqliteStore, IsThereWhenItIsOpenedAgain) {
  const Folder folder;
  dimma::store::Revision revision = 0;
  {
    const auto store = open_sqlite(folder.options());
    store->put("a", "1");
    store->put("a", "2");
    revision = store->revision();
  }
  const auto store = open_sqlite(folder.options());
  EXPECT_EQ(revision, store->revision());
  EXPECT_EQ("2", store->get("a")->value);
  EXPECT_LT(store->get("a")->created, store->get("a")->modified);
  EXPECT_EQ(2U, store->watch("", 0)->next(0ms).size());
}

TEST(SqliteStore, GivesLeasesTheirWholeTimeAgain) {
  constexpr auto lifetime = 300ms;
  const Folder folder;
  dimma::store::LeaseId lease = 0;
  {
    const auto store = open_sqlite(folder.options());
    lease = store->grant(lifetime);
    store->put("a", "1", lease);
  }
  std::this_thread::sleep_for(lifetime + 10ms);
  const auto opened = std::chrono::steady_clock::now();
  const auto store = open_sqlite(folder.options());
  const bool lives = store->get("a") && store->renew(lease);
  EXPECT_TRUE(lives || std::chrono::steady_clock::now() > opened + lifetime);
  const auto until = std::chrono::steady_clock::now() + 20s;
  while (store->get("a") && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(5ms);
  EXPECT_FALSE(store->get("a"));
}

TEST(SqliteStore, IsOneProcessesAtATime) {
  const Folder folder;
  const auto store = open_sqlite(folder.options());
  EXPECT_EQ(StoreError::Kind::unavailable, kind_of_error([&] { open_sqlite(folder.options()); }));
}

TEST(SqliteStore, IsOneProcessesAtATimeWhateverItIsCalled) {
  const Folder folder;
  const SqliteOptions options = folder.options();
  const std::filesystem::path file = options.file;
  const auto in_folder = [&](const char* name) { return (file.parent_path() / name).string(); };
  std::filesystem::create_symlink("names.db", in_folder("link.db"));
  std::filesystem::create_directory_symlink(".", in_folder("there"));
  for (const std::string& first : {options.file, in_folder("link.db")}) {
    SqliteOptions one = options;
    one.file = first;
    const auto store = open_sqlite(one);
    for (const std::string& second : {options.file, in_folder("link.db"), in_folder("there/names.db")}) {
      SqliteOptions other = options;
      other.file = second;
      EXPECT_EQ(StoreError::Kind::unavailable, kind_of_error([&] { open_sqlite(other); })) << first << ' ' << second;
    }
    store->put("a", "1");
  }
  std::filesystem::create_hard_link(options.file, in_folder("hard.db"));
  EXPECT_EQ(StoreError::Kind::failed, kind_of_error([&] { open_sqlite(options); }));
}

// Another process opens it by another name.
TEST(SqliteStore, IsOneProcessesAtATimeByAnyName) {
  const Folder folder;
  const SqliteOptions options = folder.options();
  SqliteOptions other = options;
  other.file = options.file + "-link";
  std::filesystem::create_symlink(options.file, other.file);
  const auto store = open_sqlite(options);
  const pid_t child = ::fork();
  if (child == 0) {
    ::_exit(kind_of_error([&] { open_sqlite(other); }) == StoreError::Kind::unavailable ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  store->put("a", "1");
}

std::vector<std::string> files_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename());
  return names;
}

TEST(SqliteStore, LeavesNothingBesideWhatItRefuses) {
  const Folder folder;
  const SqliteOptions options = folder.options();
  const auto path = std::filesystem::path(options.file).parent_path();
  std::ofstream(options.file) << std::string(5000, 'x');
  EXPECT_EQ(StoreError::Kind::damaged, kind_of_error([&] { open_sqlite(options); }));
  EXPECT_EQ(files_in(path), std::vector<std::string>{"names.db"});
  std::filesystem::remove(options.file);
  SQLite::Database(options.file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE songs (title TEXT)");
  EXPECT_EQ(StoreError::Kind::damaged, kind_of_error([&] { open_sqlite(options); }));
  EXPECT_EQ(files_in(path), std::vector<std::string>{"names.db"});
  std::filesystem::remove(options.file);
  std::filesystem::create_directory(options.file);
  EXPECT_EQ(StoreError::Kind::failed, kind_of_error([&] { open_sqlite(options); }));
  EXPECT_EQ(files_in(path), std::vector<std::string>{"names.db"});
}

constexpr int many = 2'000;

void fill(const SqliteOptions& options) {
  const auto store = open_sqlite(options);
  dimma::store::Transaction transaction;
  for (int i = 0; i < many; ++i) {
    transaction.changes.push_back({"name" + std::to_string(i), "value of name" + std::to_string(i), {}});
    if (transaction.changes.size() < 100) continue;
    store->commit(transaction);
    transaction.changes.clear();
  }
}

TEST(SqliteStore, RefusesAFileWithGarbageInIt) {
  const Folder folder;
  const SqliteOptions options = folder.options(SqliteOptions::Durability::normal);
  fill(options);
  SQLite::Database(options.file, SQLite::OPEN_READWRITE).exec("PRAGMA wal_checkpoint(TRUNCATE)");
  std::string whole;
  {
    std::ifstream file(options.file, std::ios::binary);
    whole.assign(std::istreambuf_iterator<char>(file), {});
  }
  const auto opened_with = [&](const std::string& octets) {
    std::ofstream(options.file, std::ios::binary | std::ios::trunc) << octets;
    return kind_of_error([&] { open_sqlite(options); });
  };
  // Each page of names in turn, all of it or its middle.
  constexpr std::size_t page = 4096;
  int pages = 0;
  for (std::size_t at = page; at + page <= whole.size(); at += page) {
    if (whole.substr(at, page).find("value of name") == std::string::npos) continue;
    std::string garbled = whole;
    for (std::size_t i = 0; i < page; ++i) garbled[at + i] = static_cast<char>(i * 131 + 7);
    EXPECT_EQ(StoreError::Kind::damaged, opened_with(garbled)) << "page " << at / page;
    ++pages;
  }
  EXPECT_GT(pages, 10);
  // One letter of a value, and one of a key.
  for (const char* const text : {"value of name77", "name77value of name77"}) {
    std::string garbled = whole;
    const auto at = garbled.find(text);
    ASSERT_NE(at, std::string::npos);
    garbled[at] = 'N';
    EXPECT_EQ(StoreError::Kind::damaged, opened_with(garbled)) << text;
  }
  std::ofstream(options.file, std::ios::binary | std::ios::trunc) << whole;
  EXPECT_EQ("value of name77", open_sqlite(options)->get("name77")->value);
}

TEST(SqliteStore, DoesNotServeARecordThatHasBeenAltered) {
  const Folder folder;
  const SqliteOptions options = folder.options();
  const auto store = open_sqlite(options);
  store->put("a", "1");
  store->put("b", "2");
  SQLite::Database(options.file, SQLite::OPEN_READWRITE).exec("UPDATE records SET value = x'33' WHERE key = x'61'");
  EXPECT_EQ(StoreError::Kind::damaged, kind_of_error([&] { store->get("a"); }));
  EXPECT_EQ("2", store->get("b")->value);
}

TEST(SqliteStore, BringsAnOlderFileUpToDate) {
  const Folder folder;
  const SqliteOptions options = folder.options();
  open_sqlite(options)->put("a", "1");
  SQLite::Database(options.file, SQLite::OPEN_READWRITE)
      .exec(
          "ALTER TABLE records DROP COLUMN checksum; ALTER TABLE changes DROP COLUMN checksum; PRAGMA user_version = "
          "1");
  EXPECT_EQ("1", open_sqlite(options)->get("a")->value);
  SQLite::Database(options.file, SQLite::OPEN_READWRITE).exec("UPDATE records SET value = x'33'");
  EXPECT_EQ(StoreError::Kind::damaged, kind_of_error([&] { open_sqlite(options); }));
}

TEST(SqliteStore, WritesNothingIntoAFileThatIsGone) {
  for (const bool is_folder_removed : {true, false}) {
    const Folder folder;
    const SqliteOptions options = folder.options();
    const auto store = open_sqlite(options);
    store->put("a", "1");
    const auto path = std::filesystem::path(options.file).parent_path();
    if (is_folder_removed) {
      std::filesystem::remove_all(path);
    } else {
      std::filesystem::rename(options.file, options.file + ".old");
      std::filesystem::copy_file(options.file + ".old", options.file);
    }
    try {
      store->put("a", "2");
      FAIL() << "it was acknowledged";
    } catch (const StoreError& error) {
      EXPECT_EQ(StoreError::Kind::failed, error.kind());
      EXPECT_NE(std::string(error.what()).find("removed or replaced"), std::string::npos) << error.what();
    }
    EXPECT_EQ("1", store->get("a")->value);
    EXPECT_EQ(StoreError::Kind::failed, kind_of_error([&] { store->grant(std::chrono::seconds(5)); }));
  }
}

TEST(SqliteStore, RefusesWhatIsNoStore) {
  const Folder folder;
  const SqliteOptions options = folder.options();
  std::ofstream(options.file) << std::string(5000, 'x');
  EXPECT_EQ(StoreError::Kind::damaged, kind_of_error([&] { open_sqlite(options); }));
  std::filesystem::remove(options.file);
  {
    SQLite::Database other(options.file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    other.exec("CREATE TABLE songs (title TEXT)");
  }
  EXPECT_EQ(StoreError::Kind::damaged, kind_of_error([&] { open_sqlite(options); }));
  std::filesystem::remove(options.file);
  open_sqlite(options);
  SQLite::Database(options.file, SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 99");
  EXPECT_EQ(StoreError::Kind::damaged, kind_of_error([&] { open_sqlite(options); }));
}

TEST(SqliteStore, SaysWhereItCannotBe) {
  SqliteOptions options;
  options.file = "/nowhere/names.db";
  try {
    open_sqlite(options);
    FAIL();
  } catch (const StoreError& error) {
    EXPECT_EQ(StoreError::Kind::failed, error.kind());
    EXPECT_NE(std::string::npos, std::string(error.what()).find("/nowhere/names.db"));
  }
}

TEST(SqliteStore, TellsAWatchThatIsTooLate) {
  const Folder folder;
  SqliteOptions options = folder.options(SqliteOptions::Durability::normal);
  options.remembered = 10;
  const auto store = open_sqlite(options);
  const auto watch = store->watch("", store->revision());
  for (int i = 0; i < 100; ++i) store->put("a", std::to_string(i));
  EXPECT_EQ(StoreError::Kind::compacted, kind_of_error([&] { watch->next(0ms); }));
  EXPECT_EQ(10U, store->watch("", store->revision() - 10)->next(0ms).size());
}

// Another process puts numbers and prints each that was acknowledged; it is killed at any moment.
TEST(SqliteStore, LosesNothingThatWasAcknowledged) {
  const Folder folder;
  int acknowledged = -1;
  for (int round = 0; round < 20; ++round) {
    int ends[2];
    ASSERT_EQ(0, ::pipe(ends));
    const pid_t child = ::fork();
    if (child == 0) {
      const auto store = open_sqlite(folder.options());
      for (int i = acknowledged + 1;; ++i) {
        store->put(std::to_string(i), std::to_string(round));
        if (::write(ends[1], &i, sizeof i) != sizeof i) ::_exit(1);
      }
    }
    ::close(ends[1]);
    int number = 0;
    for (int i = 0; i < 1 + round % 7 && ::read(ends[0], &number, sizeof number) == sizeof number; ++i) {
      acknowledged = number;
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    while (::read(ends[0], &number, sizeof number) == sizeof number) acknowledged = number;
    ::close(ends[0]);
    const auto store = open_sqlite(folder.options());
    for (int i = 0; i <= acknowledged; ++i) ASSERT_TRUE(store->get(std::to_string(i))) << i << " in round " << round;
    // One more may be there, whose acknowledgement was not printed.
    acknowledged = store->get(std::to_string(acknowledged + 1)) ? acknowledged + 1 : acknowledged;
    EXPECT_FALSE(store->get(std::to_string(acknowledged + 1)));
  }
  EXPECT_GE(acknowledged, 20);
}

}  // namespace
