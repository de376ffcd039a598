import { findDoubts } from './expression-doubts';
import { tokenize } from './expression-tokens';

const doubtsOf = (source: string) => findDoubts(tokenize(source)).join('\n');

describe('findDoubts', () => {
  it.each([
    "if (${a} = '1'and ${b} > 0, count (${r}), 1or 2)",
    "pulldata('f', 'a', 'b', ${c})",
    "jr:choice-name(${a}, '${a}')",
    "instance('l')/root/item[name = current()/../q]/text()",
    '7div 2',
    "if(${a}[1] = 2, coalesce(${a}, ''), concat(now(), substr (${a}, 1)))",
    "count(instance('l')/root/item[selected(name, 'a')])",
    'max(${a}) + number() + position(..)',
    '. > 1 or . < 9',
    "intersects(${a}) and geofence(${a}, ${b}) and extract-signed('a', 'b')",
  ])('has none about %j', (source) => {
    expect(doubtsOf(source)).toBe('');
  });

  it.each([
    ['difference-in-months(${a}, today())', '"difference-in-months" belongs to the Community Health Toolkit'],
    ["cht:extension-lib('x.js')", '"cht:extension-lib" belongs to the Community Health Toolkit'],
    ['count-if (${r}, ${a} > 1)', '"count-if" belongs to SurveyCTO'],
    ['upper-case(${a})', '"upper-case" belongs to CommCare'],
    ['floor(${a})', 'ODK Collect has no function "floor"; Enketo and ODK Web Forms do.'],
    ['Today()', 'ODK Collect and Enketo have no function "Today". Write it as "today".'],
    ['slected(${a}, 1)', 'have no function "slected". Check its spelling.'],
    ['trim(${a})', 'ODK Collect and Enketo have no function "trim". Use "normalize-space".'],
    ['constructor(${a})', 'have no function "constructor". Check its spelling.'],
    ['if(${a} > 1, 2)', 'Arguments of "if": 2. ODK Collect takes 3; check commas and parentheses.'],
    ["if(selected(${a}), 'x', 'y')", 'Arguments of "selected": 1. ODK Collect takes 2;'],
    ['today(1)', 'Arguments of "today": 1. ODK Collect takes 0;'],
    ['round(${a}, 1, 2)', 'Arguments of "round": 3. ODK Collect takes 1–2;'],
    [
      "concat(${a}, indexed-repeat(${b}, ${r}), '')",
      'Arguments of "indexed-repeat": 2. ODK Collect takes ≥ 3;',
    ],
    ['.=1 or.=9', '"or." is "or" and "." to ODK Collect, and one name to other clients.'],
    ['1 and2', '"and2" is "and" and "2" to ODK Collect'],
  ])('names the doubt about %j', (source, doubt) => {
    expect(doubtsOf(source)).toContain(doubt);
  });
});
