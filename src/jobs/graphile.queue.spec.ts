import { EventEmitter } from 'node:events';
import { DatabaseError, type Pool } from 'pg';
import { FORMER_JOB_NAMES, withFormerNames, cronPattern, retryLostConnections } from './graphile.queue';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('cronPattern', () => {
  it.each([
    [MINUTE, '*/1 * * * *'],
    [10 * MINUTE, '*/10 * * * *'],
    [30 * MINUTE, '*/30 * * * *'],
    [HOUR, '0 * * * *'],
    [6 * HOUR, '0 */6 * * *'],
    [24 * HOUR, '0 0 * * *'],
  ])('converts %i ms to %s', (intervalMs, pattern) => {
    expect(cronPattern(intervalMs)).toBe(pattern);
  });

  it.each([0, -MINUTE, 15_000, 7 * MINUTE, 90 * MINUTE, 5 * HOUR, 48 * HOUR, MINUTE + 1])(
    'rejects %i ms, which no pattern can express',
    (intervalMs) =>
      expect(() => cronPattern(intervalMs)).toThrow('Choose an interval that divides an hour or a day'),
  );
});

describe('retryLostConnections', () => {
  const failing = (error: Error) => {
    const client = { query: () => Promise.reject(error) };
    const pool = Object.assign(new EventEmitter(), {
      connect: (callback?: (error: Error) => void) => callback?.(error) ?? Promise.reject(error),
    });
    retryLostConnections(pool as unknown as Pool);
    pool.emit('connect', client);
    return { connect: pool.connect, query: client.query };
  };
  const databaseError = (code: string) => Object.assign(new DatabaseError('', 0, 'error'), { code });

  it.each<[string, Error]>([
    ['a refused connection', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
    ['a connection that ended', new Error('Connection terminated unexpectedly')],
    ['a server that is ending', databaseError('57P01')],
    ['a server that became a standby', databaseError('25006')],
  ])('gives %s a code that graphile-worker retries', async (_, error) => {
    const { connect, query } = failing(error);
    const retried = { code: '57P03', cause: error };
    await expect(connect()).rejects.toMatchObject(retried);
    await expect(query()).rejects.toMatchObject(retried);
  });

  it('leaves errors of statements and calls with a callback as they are', async () => {
    const error = databaseError('42P01');
    const { connect, query } = failing(error);
    await expect(query()).rejects.toBe(error);
    const callback = jest.fn();
    connect(callback)?.catch(() => undefined);
    expect(callback).toHaveBeenCalledWith(error);
  });
});

describe('withFormerNames', () => {
  const tasks = { 'imports.run': jest.fn(), 'sessions.delete-expired': jest.fn(), 'new.job': jest.fn() };

  it('runs jobs that an older version queued', () => {
    const named = withFormerNames(tasks);
    expect(named['import']).toBe(tasks['imports.run']);
    expect(named['forget sessions that are over']).toBe(tasks['sessions.delete-expired']);
  });

  it('keeps the identifiers, and adds no name without a task', () => {
    expect(withFormerNames(tasks)).toMatchObject(tasks);
    expect(Object.keys(withFormerNames(tasks))).toHaveLength(5);
  });
});

it('maps each former name to a distinct identifier', () => {
  const identifiers = Object.values(FORMER_JOB_NAMES);
  expect(new Set(identifiers).size).toBe(identifiers.length);
  for (const identifier of identifiers) expect(identifier).toMatch(/^[a-z-]+\.[a-z-]+$/);
});
