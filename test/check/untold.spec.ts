import { untold } from '../contract/statements/untold';

const sent = (text: string, application = 'fieldhouse') => ({ text, application, own: true });
const told = (...texts: string[]) => [{ asked: 'AssetRepository', method: 'find', texts }];

describe('statements that nobody tells', () => {
  it.each([
    ['how it is laid out', 'SELECT a\n  FROM b', 'SELECT a FROM b'],
    [
      'how many values there are',
      'SELECT a FROM b WHERE c IN ($1, $2, $3)',
      'SELECT a FROM b WHERE c IN ($1)',
    ],
    [
      'how many rows are written',
      'INSERT INTO a VALUES (DEFAULT, $1), (DEFAULT, $2)',
      'INSERT INTO a VALUES (DEFAULT, $1)',
    ],
    [
      'which columns are set',
      'UPDATE a SET "b" = $1, "c" = $2 WHERE "d" = $3',
      'UPDATE a SET "c" = $1 WHERE "d" = $2',
    ],
    ['which page is read', 'SELECT a FROM b LIMIT 100 OFFSET 20', 'SELECT a FROM b LIMIT 10 OFFSET 0'],
    [
      'which rows are copied',
      `COPY (SELECT a WHERE b = ANY('{1,2}'))`,
      `COPY (SELECT a WHERE b = ANY('{7}'))`,
    ],
  ])('are not told apart by %s', (_, text, other) => {
    expect(untold([sent(text)], told(other))).toEqual([]);
  });

  it.each([
    ['another column', 'SELECT a, b FROM c', 'SELECT a FROM c'],
    ['another table', 'SELECT a FROM b', 'SELECT a FROM c'],
    ['another condition', 'SELECT a FROM b WHERE c = $1', 'SELECT a FROM b WHERE d = $1'],
    ['another order', 'SELECT a FROM b ORDER BY a DESC', 'SELECT a FROM b ORDER BY a ASC'],
    [
      'another condition of a write',
      'UPDATE a SET "b" = $1 WHERE "c" = $2',
      'UPDATE a SET "b" = $1 WHERE "d" = $2',
    ],
  ])('are found by %s', (_, text, other) => {
    expect(untold([sent(text), sent(text)], told(other))).toEqual([text]);
  });

  it('are not the frames of transactions, nor what libraries send on connections of their own', () => {
    const frames = ['START TRANSACTION', 'COMMIT', 'ROLLBACK', 'SELECT 1'].map((text) => sent(text));
    expect(untold([...frames, sent('SELECT graphile_worker.get_job()', 'fieldhouse jobs')], told())).toEqual(
      [],
    );
  });
});
