import { parseInstance } from './instance-parser';
import { type InstanceChange, rewriteInstance } from './instance-meta';
import { writeInstance } from './instance-document';

const CHANGE: InstanceChange = {
  answers: [],
  answersIfPresent: [],
  instanceId: 'uuid:new',
  deprecatedId: undefined,
  rootUuid: undefined,
};
const META = '<meta><instanceID>uuid:new</instanceID></meta>';

const rewritten = (inner: string, change: Partial<InstanceChange>): string =>
  writeInstance(
    rewriteInstance(parseInstance(`<data id="f">${inner}</data>`), { ...CHANGE, ...change }),
  ).replace(/^.*?<data id="f">(.*)<\/data>$/, '$1');

describe('rewriteInstance', () => {
  it.each<[why: string, from: string, answers: [string, string][], to: string]>([
    ['replaces answers', `<a>1</a><g><b>2</b></g>${META}`, [['g/b', '3']], `<a>1</a><g><b>3</b></g>${META}`],
    ['appends missing questions', `<a>1</a>${META}`, [['g/b', '3']], `<a>1</a>${META}<g><b>3</b></g>`],
    [
      'changes the first instance of a repeat',
      `<r><q>1</q></r><r><q>2</q></r>${META}`,
      [['r/q', '9']],
      `<r><q>9</q></r><r><q>2</q></r>${META}`,
    ],
    ['empties an answer', `<a>1</a><b>2</b>${META}`, [['a', '']], `<a/><b>2</b>${META}`],
  ])('%s', (_why, from, answers, to) => {
    expect(rewritten(from, { answers })).toBe(to);
  });

  it('sets the identifiers in meta and removes duplicates', () => {
    const old =
      '<a>1</a><orx:meta xmlns:orx="x"><orx:instanceID>uuid:old</orx:instanceID><instanceID>uuid:twin</instanceID><audit>audit.csv</audit></orx:meta>';
    expect(rewritten(old, { deprecatedId: 'uuid:old', rootUuid: 'uuid:root' })).toBe(
      '<a>1</a><orx:meta xmlns:orx="x"><orx:instanceID>uuid:new</orx:instanceID><audit>audit.csv</audit>' +
        '<orx:deprecatedID>uuid:old</orx:deprecatedID><orx:rootUuid>uuid:root</orx:rootUuid></orx:meta>',
    );
    const edited = `<a>1</a><meta><instanceID>uuid:x</instanceID><deprecatedID>uuid:w</deprecatedID></meta>`;
    expect(rewritten(edited, {})).toBe(`<a>1</a>${META}`);
    expect(rewritten('<a>1</a>', {})).toBe(`<a>1</a>${META}`);
  });

  it('sets answersIfPresent only where the question exists', () => {
    const answersIfPresent = [
      ['start', 'now'],
      ['end', 'now'],
    ] as const;
    expect(rewritten(`<start>then</start>${META}`, { answersIfPresent })).toBe(`<start>now</start>${META}`);
  });

  it.each([
    ['g', '"g" is a group; name a question inside it.'],
    ['a/b', '"a/b" is below a question; name a question in a group.'],
  ])('rejects the path %s', (path, message) => {
    expect(() => rewritten(`<a>1</a><g><b>2</b></g>${META}`, { answers: [[path, 'x']] })).toThrow(message);
  });
});
