import { undescribedStatements } from '../contract/statements/undescribed-statements';

const sent = (text: string, application = 'fieldhouse') => ({ text, application, own: true });
const described = (...texts: string[]) => [{ className: 'AssetRepository', method: 'find', texts }];

describe('undescribed statements', () => {
  it.each([
    ['layout', 'SELECT a\n  FROM b', 'SELECT a FROM b'],
    ['number of values', 'SELECT a FROM b WHERE c IN ($1, $2, $3)', 'SELECT a FROM b WHERE c IN ($1)'],
    [
      'number of rows',
      'INSERT INTO a VALUES (DEFAULT, $1), (DEFAULT, $2)',
      'INSERT INTO a VALUES (DEFAULT, $1)',
    ],
    [
      'assigned columns',
      'UPDATE a SET "b" = $1, "c" = $2 WHERE "d" = $3',
      'UPDATE a SET "c" = $1 WHERE "d" = $2',
    ],
    ['page', 'SELECT a FROM b LIMIT 100 OFFSET 20', 'SELECT a FROM b LIMIT 10 OFFSET 0'],
    ['copied rows', `COPY (SELECT a WHERE b = ANY('{1,2}'))`, `COPY (SELECT a WHERE b = ANY('{7}'))`],
  ])('ignore %s', (_, text, other) => {
    expect(undescribedStatements([sent(text)], described(other))).toEqual([]);
  });

  it.each([
    ['a column', 'SELECT a, b FROM c', 'SELECT a FROM c'],
    ['a table', 'SELECT a FROM b', 'SELECT a FROM c'],
    ['a condition', 'SELECT a FROM b WHERE c = $1', 'SELECT a FROM b WHERE d = $1'],
    ['an order', 'SELECT a FROM b ORDER BY a DESC', 'SELECT a FROM b ORDER BY a ASC'],
    [
      'a condition of a write',
      'UPDATE a SET "b" = $1 WHERE "c" = $2',
      'UPDATE a SET "b" = $1 WHERE "d" = $2',
    ],
  ])('are found by differing in %s', (_, text, other) => {
    expect(undescribedStatements([sent(text), sent(text)], described(other))).toEqual([text]);
  });

  it('exclude transaction control and statements of libraries on their own connections', () => {
    const frames = ['START TRANSACTION', 'COMMIT', 'ROLLBACK', 'SELECT 1'].map((text) => sent(text));
    expect(
      undescribedStatements(
        [...frames, sent('SELECT graphile_worker.get_job()', 'fieldhouse jobs')],
        described(),
      ),
    ).toEqual([]);
  });
});
