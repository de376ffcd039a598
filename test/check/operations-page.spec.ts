import { filesBelow, textOf } from './documents';

/** Error messages of a failing start: the first column of the table. */
const messages = [...textOf('docs/operations.md').matchAll(/^\| (`.+?) +\|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message),
);
const sources = filesBelow('src', /(?<!\.spec)\.ts$/).map(textOf);

describe('error messages in docs/operations.md', () => {
  it('are found', () => {
    expect(messages.length).toBeGreaterThan(10);
  });

  it.each(messages)('“%s” exists in the source', (message) => {
    expect(sources.some((text) => text.includes(message))).toBe(true);
  });
});
