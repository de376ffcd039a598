import { basename } from 'node:path';
import { commentsOf, deadCitationsIn, type Library, readDecisions, readLibrary } from './citations';
import { deadLinksIn, filesBelow, headingsOf, textOf } from './documents';

const library = readLibrary();
const MARKDOWN = filesBelow('', /\.md$/);
const SOURCES = filesBelow('', /\.([mc]?[jt]s|ya?ml|sh)$|^Dockerfile$|^\.ci\/run$/);

describe('citations of the repository', () => {
  it('resolve in every comment', () => {
    const dead = SOURCES.flatMap((path) =>
      commentsOf(textOf(path))
        .flatMap((comment) => deadCitationsIn(comment, library))
        .map((cited) => `${path}: ${cited}`),
    );
    expect(dead).toEqual([]);
  });

  it('resolve in every document', () => {
    const dead = MARKDOWN.flatMap((path) =>
      deadCitationsIn(textOf(path), library).map((cited) => `${path}: ${cited}`),
    );
    expect(dead).toEqual([]);
  });

  it('resolve to a section of the same page when a contract page cites a bare number', () => {
    const dead = [...library.contract].flatMap(([page, sections]) =>
      [...textOf(`docs/contract/${page}.md`).matchAll(/\((\d+\.\d+)\)/g)]
        .filter(([, number = '']) => !sections.has(number))
        .map(([cited]) => `${page}: ${cited}`),
    );
    expect(dead).toEqual([]);
  });

  it('are found by the parser', () => {
    const cited = SOURCES.filter((path) => /contract-[a-z]+ \d/.test(commentsOf(textOf(path)).join('\n')));
    expect(cited.length).toBeGreaterThan(50);
  });
});

describe('links between documents', () => {
  it('resolve to a file and to a heading', () => {
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

describe('decision records', () => {
  const SECTIONS = ['Context', 'Decision', 'Consequences', 'Alternatives considered'];
  const records = [...readDecisions()].map(([number, path]) => {
    const text = textOf(path);
    const [title = '', ...sections] = headingsOf(text);
    const status = /^Status: (.+)$/m.exec(text)?.[1] ?? '';
    return { number, path, text, title, sections, status };
  });
  const superseding = (status: string) => /^Superseded by \[(\d+)\]/.exec(status)?.[1];

  it('have one file per number', () => {
    const paths = filesBelow('docs/adr', /\.md$/).filter((path) => !path.endsWith('/README.md'));
    expect(records.map(({ path }) => path).sort()).toEqual(paths.sort());
  });

  it.each(records)(
    '$path has its number, status, date and sections',
    ({ number, title, text, sections, status }) => {
      expect(title).toMatch(new RegExp(`^${number}\\. \\S`));
      expect(text).toMatch(/^Date: \d{4}-\d{2}-\d{2}$/m);
      if (status === 'Accepted') expect(sections).toEqual(SECTIONS);
      else expect(records.find((each) => each.number === superseding(status))?.status).toBe('Accepted');
    },
  );

  it('are listed once in the index, with title and status', () => {
    const rows = [
      ...textOf('docs/adr/README.md').matchAll(/^\| (\d+) +\| \[(.+)\]\((\S+)\) +\| (.+?) +\|$/gm),
    ];
    const listed = rows.map(([, number, title, file, status]) => [`${number}. ${title}`, file, status]);
    const expected = records.map(({ title, path, status }) => [
      title,
      basename(path),
      status.replace(/\[(\d+)\].*/, '$1'),
    ]);
    expect(listed.sort()).toEqual(expected.sort());
  });
});

describe('deadCitationsIn', () => {
  const small: Library = {
    contract: new Map([
      ['assets', new Set(['0', '0.4', '3.10'])],
      ['table', new Set<string>()],
    ]),
    decisions: new Set(['3', '17']),
    bars: new Set(['R1', 'S11']),
  };

  it.each([
    'hidden as contract-assets 0.4 has it',
    'contract-assets 0, 0.4 and 3.10',
    'contract-table, which has no numbers',
    'the contract is silent',
    '(decision 17)',
    'decisions 3 and 17',
    'no decision yet, reliability R1 and reliability S11',
    'RFC 6749 5.2',
    'docs/reliability.md',
    'files on S3',
    'performance.now() and the spec of ODK',
  ])('accepts "%s"', (text) => {
    expect(deadCitationsIn(text, small)).toEqual([]);
  });

  it.each([
    ['contract-assets 0.5', 'unknown section'],
    ['contract-assets 0.4, 9', 'one of several is unknown'],
    ['contract-assets', 'without section'],
    ['contract-table 1', 'number on a page without numbers'],
    ['contract-moon 1', 'unknown page'],
    ['contract 3.8', 'without page'],
    ['decision 18', 'unknown decision'],
    ['decisions 3 to 18', 'one of two is unknown'],
    ['decisions.md', 'without number'],
    ['service-api-v2', 'unknown document'],
    ["spec 'Errors", 'heading without document'],
    ['specification 4', 'number without document'],
    ['(architecture,', 'without path'],
    ['reliability R99', 'unknown target'],
    ['reliability Bars', 'without target'],
    ['R8', 'target without document'],
    ['docs/nowhere.md', 'missing page'],
    ['docs/README.md#nowhere', 'no such heading'],
  ])('finds "%s": %s', (text) => {
    expect(deadCitationsIn(`see ${text} for more`, small)).toHaveLength(1);
  });
});

describe('commentsOf', () => {
  it('reads a citation that wraps to the next line', () => {
    expect(commentsOf('/**\n * As in contract-assets\n * 0.4.\n */\nf();')).toEqual([
      'As in contract-assets 0.4.',
    ]);
  });

  it.each([
    ['f(); // decision 3', ['decision 3']],
    ['  // decision 3\n  // and 17', ['decision 3 and 17']],
    ['/** decision 3 */\n/** decision 17 */', ['decision 3', 'decision 17']],
    ['`\n  -- decision 3\n`', ['decision 3']],
    ['# decision 3\nFROM node', ['decision 3']],
    ["const url = 'https://decision 3';", []],
    ["it('decision 3');", []],
  ])('reads %j', (source, comments) => {
    expect(commentsOf(source)).toEqual(comments);
  });
});
