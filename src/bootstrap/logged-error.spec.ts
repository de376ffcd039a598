import { QueryFailedError } from 'typeorm';
import { loggedError, stackMapper } from './logged-error';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SECRET = 'my "own" answer';

/** As the driver creates it, with all fields of PostgreSQL's message. */
function driverError(message: string): Error {
  return Object.assign(new Error(message), {
    severity: 'ERROR',
    code: '22P02',
    detail: `Failing row contains (1, ${SECRET}).`,
    where: `line 1, column answers: "${SECRET}"`,
    hint: SECRET,
    table: 'submission',
    constraint: 'submission_pk',
  });
}

describe('loggedError', () => {
  it.each([
    ['of the driver', driverError(`invalid input syntax for type integer: "${SECRET}"`)],
    [
      'of a query',
      new QueryFailedError(
        'store_submission($1)',
        [SECRET],
        driverError(`invalid input syntax for type integer: "${SECRET}"`),
      ),
    ],
    [
      'that was the cause of another',
      new Error('The task failed.', {
        cause: new QueryFailedError(
          'store_submission($1)',
          [SECRET],
          driverError(`value "${SECRET}" is out of range`),
        ),
      }),
    ],
    ['with anything on it', Object.assign(new Error('x'), { body: SECRET, parameters: [SECRET] })],
  ])('logs an error %s without data of respondents', (_case, error) => {
    const log = JSON.stringify(loggedError(error));
    expect(log).toContain('logged-error.spec');
    expect(log).not.toContain('answer');
  });

  it('logs the fields that operators need', () => {
    const error = new QueryFailedError(
      'store_submission($1)',
      [SECRET],
      driverError('duplicate key value violates unique constraint "submission_pk"'),
    );
    expect(loggedError(error)).toMatchObject({
      type: 'QueryFailedError',
      message: 'duplicate key value violates unique constraint "…"',
      code: '22P02',
      table: 'submission',
      constraint: 'submission_pk',
      query: 'store_submission($1)',
    });
    expect(loggedError(new Error('a', { cause: new TypeError('b') }))).toMatchObject({
      message: 'a',
      cause: { type: 'TypeError', message: 'b' },
    });
    expect(loggedError(SECRET)).toEqual({ type: 'string', message: 'Something was thrown.', stack: '' });
  });
});

const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-stack-'));
const file = join(folder, 'bundle.js');
const stackAt = (...positions: string[]): string =>
  positions.map((position) => `    at greet (${file}:${position})`).join('\n');

/** `a.ts` from column 3 on line 1, nothing from column 5 on; `b.ts` on line 3. */
const MAP = { version: 3, sources: ['a.ts', 'b.ts'], names: [], mappings: 'EAgCE,I;;ACDF' };

beforeEach(() => writeFileSync(`${file}.map`, JSON.stringify(MAP)));
afterAll(() => rmSync(folder, { recursive: true }));

describe('stackMapper', () => {
  it('names positions of the sources', () => {
    expect(stackMapper(folder)(stackAt('1:3', '3:2'))).toBe(
      `    at greet (${folder}/a.ts:33:3)\n    at greet (${folder}/b.ts:32:1)`,
    );
  });

  it('reads the map of each bundle in the folder', () => {
    const other = join(folder, 'form-tasks.worker.js');
    writeFileSync(`${other}.map`, JSON.stringify({ ...MAP, sources: ['c.ts', 'd.ts'] }));
    const stack = `${stackAt('1:3')}\n    at run (${other}:1:3)`;
    expect(stackMapper(folder)(stack)).toBe(
      `    at greet (${folder}/a.ts:33:3)\n    at run (${folder}/c.ts:33:3)`,
    );
  });

  it('leaves unmapped positions and other files as they are', () => {
    const stack = `${stackAt('1:7')}\n    at run (node:internal/main:1:3)`;
    expect(stackMapper(folder)(stack)).toBe(stack);
  });

  it('leaves the stack as it is without a map, or with a broken one', () => {
    rmSync(`${file}.map`);
    expect(stackMapper(folder)(stackAt('1:3'))).toBe(stackAt('1:3'));
    writeFileSync(`${file}.map`, '{');
    expect(stackMapper(folder)(stackAt('1:3'))).toBe(stackAt('1:3'));
  });

  it('reads the map for new positions only', () => {
    const map = stackMapper(folder);
    const mapped = map(stackAt('1:3'));
    rmSync(`${file}.map`);
    expect(map(stackAt('1:3'))).toBe(mapped);
  });
});
