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
  static Folder folder;  // the process's
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

// Another process puts numbers and says each that was acknowledged; it is killed at any moment.
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
    // One more may be there, whose acknowledgement did not get out.
    acknowledged = store->get(std::to_string(acknowledged + 1)) ? acknowledged + 1 : acknowledged;
    EXPECT_FALSE(store->get(std::to_string(acknowledged + 1)));
  }
  EXPECT_GE(acknowledged, 20);
}

}  // namespace
