#pragma once
// Values of the types of kinds.idl.
#include "kinds.hh"

inline Kinds::Point sample_point(CORBA::Long number) {
  Kinds::Point point;
  point.x = number;
  point.flag = 3;
  point.y = 0.25;
  point.shade = Kinds::blue;
  point.steps[0] = -1;
  point.steps[1] = 7;
  return point;
}

inline Kinds::Item sample_item() {
  Kinds::Item item;
  item.title = "a title";
  item.wide_title = L"h\u00e9";
  item.code = "12345678";
  item.amount = 17;
  item.valid = true;
  item.path.length(2);
  item.path[0] = sample_point(1);
  item.path[1] = sample_point(2);
  item.tags.length(1);
  item.tags[0] = "tag";
  item.marks.length(1);
  item.marks[0] = "ab";
  for (CORBA::ULong i = 0; i < 2; ++i) {
    for (CORBA::ULong j = 0; j < 2; ++j) item.cells[i][j] = static_cast<CORBA::Long>(10 * i + j);
  }
  item.labels[0] = "left";
  item.labels[1] = "right";
  item.pair[1] = "second";
  item.letter = 'l';
  item.wide_letter = L'w';
  item.precise = 1.5L;
  item.number = -5;
  item.inside.first = 1;
  item.inside.second = "inside";
  item.speed = Kinds::Item::fast;
  return item;
}

inline Kinds::Node sample_node() {
  Kinds::Node leaf;
  leaf.value = 2;
  Kinds::Node node;
  node.value = 1;
  node.children.length(1);
  node.children[0] = leaf;
  node.others.length(2);
  node.others[0] = leaf;
  node.others[1].value = 3;
  return node;
}

// A union of each branch.
inline Kinds::Parts sample_parts() {
  const Kinds::Row cells = {1, 2, 3};
  Kinds::Words words;
  words[0] = "one";
  Kinds::Longs numbers;
  numbers.length(2);
  numbers[0] = 4;
  numbers[1] = 5;
  Kinds::Parts parts;
  parts.length(11);
  parts[0].wide(L"wide");
  parts[1].numbers(numbers);
  parts[2].cells(cells);
  parts[3].pair(words);
  parts[4].who(Kinds::Echo::_nil());
  parts[5].list(numbers);
  parts[6].at(sample_point(6));
  parts[7].which(Kinds::Part::second_kind);
  parts[8].flag(true);
  parts[9].brief("four");
  parts[10].amount(2.5);
  parts[10]._d(11);
  return parts;
}
