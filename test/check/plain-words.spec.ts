import { findingsIn } from '../../.config/plain-words.mjs';

const CODE = 'src/domain/a.ts';
const PROSE = 'docs/page.md';

describe('findingsIn', () => {
  it.each([
    [
      'a refused phrase in prose',
      PROSE,
      'The user is told the result.',
      ['1: "is told": say is notified, receives'],
    ],
    [
      'a refused phrase in code, whatever its case',
      CODE,
      "\nf('By itself');",
      ['2: "by itself": say automatically'],
    ],
    ['a part of a word', PROSE, 'The outlet in the wall.', []],
    ['a quotation in prose', PROSE, 'The error says "nobody".', []],
    ['the user "nobody" in code', CODE, "user('nobody');", []],
    ['encryption at rest', PROSE, 'Secrets are encrypted at rest.', []],
    ['a constant', CODE, 'const MOST_ROWS = 3;', ['1: name the constant MAX_… or MIN_…']],
    ['a constant in prose', PROSE, 'Constants such as MOST_ROWS.', []],
    [
      'a comment that starts with a question word',
      CODE,
      '// Where files are.',
      ['1: comment starts with "Where": start with a verb or its subject'],
    ],
    ['a comment of three lines', CODE, '// One.\n// Two.\n// Three.', []],
    [
      'a comment of four lines',
      CODE,
      'f();\n// 1 a\n// 2 a\n// 3 a\n// 4 a',
      ['2: comment of more than 3 lines'],
    ],
    ['a long comment of a file', CODE, '/**\n * a\n * b\n * c\n * d\n */\n', []],
    ['a long comment of an export', CODE, 'f();\n/**\n * a\n * b\n * c\n * d\n */\nexport const x = 1;', []],
    [
      'a long comment of a local function',
      CODE,
      'f();\n/**\n * a\n * b\n * c\n * d\n */\nconst x = 1;',
      ['2: comment of more than 3 lines'],
    ],
    [
      'tags, which do not count as lines',
      CODE,
      'f();\n/**\n * a\n * @param b\n * @param c\n * @returns d\n */',
      [],
    ],
  ])('%s', (_, path, text, findings) => {
    expect(findingsIn(path, text)).toEqual(findings);
  });
});
