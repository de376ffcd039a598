import type { Relation } from '../../domain/query/mongo-expression';
import { wireDate } from '../../domain/text/wire-date';
import { formattedTimeSql } from './formatted-time-sql';
import { SqlParameters } from './sql-parameters';

const seconds = { column: 't', format: (time: Date) => time.toISOString().slice(0, 19), stepMs: 1000 };

function conditionOf(relation: Relation, text: string, time = seconds): string {
  const parameters = new SqlParameters();
  const sql = formattedTimeSql(time, relation, text, parameters);
  return parameters.values.reduce<string>(
    (written, value, index) => written.replace(`$${index + 1}::timestamptz`, String(value)),
    sql,
  );
}

describe('comparison of formatted times', () => {
  it.each<[Relation, string, string]>([
    ['gt', '2026-03-01T08:00:00', 't >= 2026-03-01T08:00:01.000Z'],
    ['gte', '2026-03-01T08:00:00', 't >= 2026-03-01T08:00:00.000Z'],
    ['lt', '2026-03-01T08:00:00', 't < 2026-03-01T08:00:00.000Z'],
    ['lte', '2026-03-01T08:00:00', 't < 2026-03-01T08:00:01.000Z'],
    ['eq', '2026-03-01T08:00:00', '(t >= 2026-03-01T08:00:00.000Z AND t < 2026-03-01T08:00:01.000Z)'],
  ])('%s %s covers the whole second', (relation, text, expected) => {
    expect(conditionOf(relation, text)).toBe(expected);
  });

  it.each<[Relation, string, string]>([
    ['gt', '2026', 't >= 2026-01-01T00:00:00.000Z'],
    ['gte', '2026-02-31', 't >= 2026-03-01T00:00:00.000Z'],
    ['lt', '2026-03-01 23:00', 't < 2026-03-01T00:00:00.000Z'],
    ['gt', '2026-03-01T08:00:00Z', 't >= 2026-03-01T08:00:01.000Z'],
    ['gt', '', 't >= 0001-01-01T00:00:00.000Z'],
    ['gt', 'yesterday', 't >= infinity'],
    ['lt', 'é', 't < infinity'],
    ['eq', 'x', '(t >= infinity AND t < infinity)'],
  ])('%s %j compares the text that is no time by code point', (relation, text, expected) => {
    expect(conditionOf(relation, text)).toBe(expected);
  });

  it('compares milliseconds where the format has them', () => {
    const milliseconds = { column: 't', format: wireDate, stepMs: 1 };
    expect(conditionOf('gt', '2026-03-01T08:00:00.250000Z', milliseconds)).toBe(
      't >= 2026-03-01T08:00:00.251Z',
    );
  });
});
