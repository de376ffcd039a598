import { readableSql } from '../contract/statements/readable-sql';

describe('readable SQL', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'a clause and a condition a line',
      `SELECT a.id FROM asset a
         LEFT JOIN deployment d ON d.asset_id = a.id AND d.active WHERE a.id = $1 AND (b OR c) ORDER BY a.id LIMIT 1`,
      [
        'SELECT a.id',
        'FROM asset a',
        'LEFT JOIN deployment d ON d.asset_id = a.id AND d.active',
        'WHERE a.id = $1',
        '  AND (b OR c)',
        'ORDER BY a.id',
        'LIMIT 1',
      ],
    ],
    [
      'queries inside of queries indented',
      'SELECT 1 WHERE a AND b IN (SELECT c FROM d WHERE e AND f) AND g',
      [
        'SELECT 1',
        'WHERE a',
        '  AND b IN (',
        '    SELECT c',
        '    FROM d',
        '    WHERE e',
        '      AND f',
        '  )',
        '  AND g',
      ],
    ],
    [
      'writes with what they answer',
      `WITH one AS (INSERT INTO a (b) VALUES ($1)) UPDATE c SET d = $2, e = 1 WHERE f = $3 RETURNING g`,
      [
        'WITH one AS (',
        '  INSERT INTO a (b)',
        '  VALUES ($1)',
        ')',
        'UPDATE c',
        'SET d = $2, e = 1',
        'WHERE f = $3',
        'RETURNING g',
      ],
    ],
    [
      'what only looks like a clause inside of a line',
      `DELETE FROM a WHERE substring(b FROM 1 FOR 2) IS DISTINCT FROM 'c AND  d'`,
      ['DELETE FROM a', `WHERE substring(b FROM 1 FOR 2) IS DISTINCT FROM 'c AND  d'`],
    ],
  ];

  it.each(cases)('has %s', (_, sql, lines) => {
    expect(readableSql(sql).split('\n')).toEqual(lines);
  });

  it('breaks long lists behind commas', () => {
    const names = Array.from({ length: 40 }, (_, index) => `column_${index}`);
    const lines = readableSql(`SELECT ${names.join(', ')} FROM a`).split('\n');
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.every((line) => line.length <= 110)).toBe(true);
    expect(lines.join(' ').replace(/ +/g, ' ')).toBe(`SELECT ${names.join(', ')} FROM a`);
  });

  it('does not depend on how the statement is laid out', () => {
    expect(readableSql('SELECT  a\n   FROM b')).toBe(readableSql('SELECT a FROM b'));
  });
});
