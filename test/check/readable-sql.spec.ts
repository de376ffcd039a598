import { readableSql } from '../contract/statements/readable-sql';

describe('readableSql', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'one line per clause and condition',
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
      'indented subqueries',
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
      'writes with RETURNING',
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
      'no line breaks for keywords inside expressions',
      `DELETE FROM a WHERE substring(b FROM 1 FOR 2) IS DISTINCT FROM 'c AND  d'`,
      ['DELETE FROM a', `WHERE substring(b FROM 1 FOR 2) IS DISTINCT FROM 'c AND  d'`],
    ],
  ];

  it.each(cases)('formats with %s', (_, sql, lines) => {
    expect(readableSql(sql).split('\n')).toEqual(lines);
  });

  it('breaks long lists after commas', () => {
    const names = Array.from({ length: 40 }, (_, index) => `column_${index}`);
    const lines = readableSql(`SELECT ${names.join(', ')} FROM a`).split('\n');
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.every((line) => line.length <= 110)).toBe(true);
    expect(lines.join(' ').replace(/ +/g, ' ')).toBe(`SELECT ${names.join(', ')} FROM a`);
  });

  it('ignores the original layout', () => {
    expect(readableSql('SELECT  a\n   FROM b')).toBe(readableSql('SELECT a FROM b'));
  });
});
