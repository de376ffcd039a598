import { commentsOf, deadCitationsIn, type Library, readLibrary } from './citations';
import { deadLinksIn, filesBelow, textOf } from './documents';

const library = readLibrary();
const MARKDOWN = filesBelow('', /\.md$/);
const SOURCES = filesBelow('', /\.([mc]?[jt]s|ya?ml|sh)$|^Dockerfile$|^\.ci\/run$/);

describe('citations of the repository', () => {
  it('lead somewhere in every comment', () => {
    const dead = SOURCES.flatMap((path) =>
      commentsOf(textOf(path))
        .flatMap((comment) => deadCitationsIn(comment, library))
        .map((cited) => `${path}: ${cited}`),
    );
    expect(dead).toEqual([]);
  });

  it('lead somewhere in every document', () => {
    const dead = MARKDOWN.flatMap((path) =>
      deadCitationsIn(textOf(path), library).map((cited) => `${path}: ${cited}`),
    );
    expect(dead).toEqual([]);
  });

  it('lead to a section of the same page where a page of the contract names its number alone', () => {
    const dead = [...library.contract].flatMap(([page, sections]) =>
      [...textOf(`docs/contract/${page}.md`).matchAll(/\((\d+\.\d+)\)/g)]
        .filter(([, number = '']) => !sections.has(number))
        .map(([cited]) => `${page}: ${cited}`),
    );
    expect(dead).toEqual([]);
  });

  it('are found where there are some', () => {
    const cited = SOURCES.filter((path) => /contract-[a-z]+ \d/.test(commentsOf(textOf(path)).join('\n')));
    expect(cited.length).toBeGreaterThan(50);
  });
});

describe('links between documents', () => {
  it('lead to a file and to a heading of it', () => {
    const dead = MARKDOWN.flatMap((path) =>
      deadLinksIn(path, textOf(path)).map((target) => `${path}: ${target}`),
    );
    expect(dead).toEqual([]);
  });

  it.each([
    ['no such file', '[x](nowhere.md)', ['nowhere.md']],
    ['no such heading', '# One\n[x](#two)', ['#two']],
    ['a heading of its own', '# One: `a`, b\n[x](#one-a-b)', []],
    ['the second of two equal headings', '# One\n# One\n[x](#one-1)', []],
    ['a heading inside a block of code', '```\n# One\n```\n[x](#one)', ['#one']],
    ['a folder', '[x](../src)', []],
    ['another site', '[x](https://example.org/nowhere)', []],
  ])('%s', (_what, markdown, dead) => {
    expect(deadLinksIn('docs/page.md', markdown)).toEqual(dead);
  });
});

describe('deadCitationsIn', () => {
  const small: Library = {
    contract: new Map([
      ['assets', new Set(['0', '0.4', '3.10'])],
      ['table', new Set<string>()],
    ]),
    decisions: new Set(['4', '17']),
    bars: new Set(['R1', 'S11']),
  };

  it.each([
    'hidden as contract-assets 0.4 has it',
    'contract-assets 0, 0.4 and 3.10',
    'contract-table, which has no numbers',
    'the contract is silent',
    '(decision 17)',
    'decisions 4 and 17',
    'no decision yet, reliability R1 and reliability S11',
    'RFC 6749 5.2',
    'docs/reliability.md',
    'files on S3',
    'performance.now() and the spec of ODK',
  ])('takes "%s"', (text) => {
    expect(deadCitationsIn(text, small)).toEqual([]);
  });

  it.each([
    ['contract-assets 0.5', 'a section that is not there'],
    ['contract-assets 0.4, 9', 'one of several'],
    ['contract-assets', 'no section'],
    ['contract-table 1', 'a number where there are none'],
    ['contract-moon 1', 'a page that is not there'],
    ['contract 3.8', 'no page'],
    ['decision 18', 'a decision that is not there'],
    ['decisions 4 to 18', 'one of two'],
    ['decisions.md', 'no number'],
    ['service-api-v2', 'a document that is not here'],
    ["spec 'Errors", 'a heading of nothing'],
    ['specification 4', 'a number of nothing'],
    ['(architecture,', 'no path'],
    ['reliability R99', 'a bar that is not there'],
    ['reliability Bars', 'no bar'],
    ['R8', 'a bar of nothing'],
    ['docs/nowhere.md', 'no such page'],
    ['docs/README.md#nowhere', 'no such heading'],
  ])('finds "%s": %s', (text) => {
    expect(deadCitationsIn(`see ${text} for more`, small)).toHaveLength(1);
  });
});

describe('commentsOf', () => {
  it('reads a citation that goes on in the next line', () => {
    expect(commentsOf('/**\n * As in contract-assets\n * 0.4.\n */\nf();')).toEqual([
      'As in contract-assets 0.4.',
    ]);
  });

  it.each([
    ['f(); // decision 4', ['decision 4']],
    ['  // decision 4\n  // and 17', ['decision 4 and 17']],
    ['/** decision 4 */\n/** decision 17 */', ['decision 4', 'decision 17']],
    ['`\n  -- decision 4\n`', ['decision 4']],
    ['# decision 4\nFROM node', ['decision 4']],
    ["const url = 'https://decision 4';", []],
    ["it('decision 4');", []],
  ])('reads %j', (source, comments) => {
    expect(commentsOf(source)).toEqual(comments);
  });
});
