"""Tests of structure.py and ratchet.py with small trees."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import ratchet
import structure

CLASS = '''
class [[nodiscard]] DIMMA_CAPABILITY("mutex") Sample final : public Base<int>, private Other {
 public:
  Sample() = default;
  Sample(const Sample&) = delete;
  explicit Sample(int number) : number_{number} { use(number); }
  template <class Value>
  Value get(const Value& value) const noexcept(true) { return value; }
  bool operator==(const Sample& other) const = default;
  virtual std::function<void(int)> handler(std::map<int, int> of) = 0;
  using Handler = std::function<void(int)>;
  friend class Other;
  struct Inner {
    int one, two;
    void run();
  };
  enum class State { open, closed };

 private:
  static constexpr int limit = 3;
  int number_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::function<void(int)> handler_;
  std::array<int, 3> three_{1, 2, 3};
  std::optional<Inner> inner_ = {};
};
'''


class Structure(unittest.TestCase):
    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.root = pathlib.Path(held.name)
        (self.root / 'include').mkdir()
        self.limits = self.root / 'limits.txt'
        self.limits.write_text('# Numbers.\n')

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def run_program(self, *options):
        run = subprocess.run([sys.executable, '-B', structure.__file__, self.root, '--limits', self.limits, *options],
                             text=True, stdout=subprocess.PIPE)
        return run.returncode, run.stdout

    def test_members_are_counted(self):
        self.write('src/a/sample.hpp', CLASS)
        counts = structure.count_classes(self.root)
        self.assertEqual(counts['methods src/a/sample.hpp:Sample'], 5)
        self.assertEqual(counts['fields src/a/sample.hpp:Sample'], 4)
        self.assertEqual(counts['methods src/a/sample.hpp:Inner'], 1)
        self.assertEqual(counts['fields src/a/sample.hpp:Inner'], 2)
        self.assertNotIn('methods src/a/sample.hpp:State', counts)

    def test_a_circle_through_sources_is_found(self):
        self.write('src/a/one.hpp', '#include "a/two.hpp"\n')
        self.write('src/a/two.hpp', '')
        self.write('src/a/two.cpp', '#include "a/two.hpp"\n#include "a/three.hpp"\n')
        self.write('src/a/three.hpp', '#include "a/one.hpp"\n')
        self.write('src/a/four.cpp', '#include "a/one.hpp"\n')
        self.assertEqual(structure.count_circles(self.root / 'src'), {'circle a/one': ['a/one', 'a/three', 'a/two']})

    def test_a_number_above_its_goal_needs_a_line(self):
        for number in range(26):
            self.write(f'src/a/file{number}.hpp', '')
        status, printed = self.run_program()
        self.assertEqual(status, 1)
        self.assertIn('folder src/a: 26, at most 25', printed)
        self.limits.write_text('folder src/a 26\n')
        self.assertEqual(self.run_program(), (0, ''))

    def test_a_number_that_went_down_is_lowered(self):
        self.limits.write_text('# Numbers.\nfolder src/a 40\nfolder src/b 30\n')
        for number in range(30):
            self.write(f'src/a/file{number}.hpp', '')
        status, printed = self.run_program()
        self.assertEqual(status, 1)
        self.assertIn('folder src/a: 30, fewer than 40', printed)
        self.assertEqual(self.run_program('--lower'), (0, ''))
        self.assertEqual(self.limits.read_text(), '# Numbers.\nfolder src/a 30\n')

    def test_lowering_allows_nothing_new(self):
        self.limits.write_text('folder src/a 26\n')
        for number in range(27):
            self.write(f'src/a/file{number}.hpp', '')
        status, _ = self.run_program('--lower')
        self.assertEqual(status, 1)
        self.assertEqual(ratchet.read_limits(self.limits), {'folder src/a': 26})


if __name__ == '__main__':
    unittest.main()
