import { decideEdit } from './intake-decision';

describe('decideEdit', () => {
  it.each([
    [{ current: 1, past: false }, 'edit'],
    [{ current: 1, past: true }, 'edit'],
    [{ current: 0, past: true }, 'gone'],
    [{ current: 0, past: false }, 'not-found'],
    [{ current: 2, past: false }, 'conflict'],
  ])('decides on %j: %s', (target, kind) => {
    expect(decideEdit(target).kind).toBe(kind);
  });

  it('uses the messages that collectors expect', () => {
    expect([decideEdit({ current: 0, past: true }), decideEdit({ current: 0, past: false })]).toEqual([
      { kind: 'gone', message: 'Invalid submission - deprecatedID refers to an old version' },
      { kind: 'not-found', message: 'Invalid submission - deprecatedID not found' },
    ]);
  });
});
