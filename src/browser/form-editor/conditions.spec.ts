import { parseConditions, writeConditions } from './conditions';

it.each([
  ["${a} = 'x'", 'is', 'x'],
  ["${a} != 'x'", 'is-not', 'x'],
  ['${a} < 5', 'less', '5'],
  ['${a} <= 5.5', 'at-most', '5.5'],
  ['${a} > -1', 'more', '-1'],
  ['${a} >= 5', 'at-least', '5'],
  ["selected(${a}, 'x')", 'selected', 'x'],
  ["not(selected(${a}, 'x'))", 'not-selected', 'x'],
  ["${a} != ''", 'answered', ''],
  ["${a} = ''", 'not-answered', ''],
  ['${a} = "it\'s"', 'is', "it's"],
])('takes %s apart and puts it together again', (xpath, comparison, value) => {
  const parsed = parseConditions(xpath)!;
  expect(parsed.items).toMatchObject([{ question: 'a', comparison, value }]);
  expect(writeConditions(parsed)).toBe(xpath);
});

it.each([
  ["${a} = 'x' and ${b} > 3 and selected(${c}, 'y')", 'and'],
  ["${a} = 'x' or ${b} = 'or'", 'or'],
])('keeps how %s is joined', (xpath, join) => {
  const parsed = parseConditions(xpath)!;
  expect(parsed.join).toBe(join);
  expect(writeConditions(parsed)).toBe(xpath);
});

it('accepts any spacing and double quotes', () => {
  expect(writeConditions(parseConditions(' ${ a }="x"  and\nselected( ${b},"y" ) ')!)).toBe(
    "${a} = 'x' and selected(${b}, 'y')",
  );
});

it.each([
  "${a} = 'x' and ${b} = 'y' or ${c} = 'z'",
  "(${a} = 'x')",
  '${a} = ${b}',
  "not(${a} = 'x')",
  'count(${a}) > 1',
  "${a} = 'x' and",
  "${a} = 'x' ${b} = 'y'",
  "${a} = 'x' android ${b} = 'y'",
  'true()',
  'or',
])('leaves %s as a text', (xpath) => {
  expect(parseConditions(xpath)).toBeUndefined();
});

it('writes values with both quotes without the double ones', () => {
  const item = { question: 'a', comparison: 'is', value: `'"`, isNumber: false } as const;
  expect(writeConditions({ join: 'and', items: [item] })).toBe(`\${a} = "'"`);
});
