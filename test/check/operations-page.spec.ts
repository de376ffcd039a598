import { filesBelow, textOf } from './documents';

/** What the page says that a failing start says: the first column of its table. */
const said = [...textOf('docs/operations.md').matchAll(/^\| (`.+?) +\|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words),
);
const sources = filesBelow('src', /(?<!\.spec)\.ts$/).map(textOf);

describe('the sentences of docs/operations.md', () => {
  it('are there', () => {
    expect(said.length).toBeGreaterThan(10);
  });

  it.each(said)('“%s” is said', (words) => {
    expect(sources.some((text) => text.includes(words))).toBe(true);
  });
});
