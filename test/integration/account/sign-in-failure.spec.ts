import { DataSource } from 'typeorm';
import { createDataSource } from '../../../ormconfig';
import { SignInFailureEntity } from '../../../src/database/entities/user.entity';
import { SignInFailureRepository } from '../../../src/modules/account/sign-in.repository';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

const NOW = new Date('2026-03-01T08:00:00Z');
const END = new Date('2026-03-01T08:15:00Z');
const LATER_END = new Date('2026-03-01T08:30:00Z');

describe('counters of failed sign-ins', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let failures: SignInFailureRepository;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await createDataSource(database.url, { poolSize: 8 }).initialize();
    failures = new SignInFailureRepository(dataSource.getRepository(SignInFailureEntity), dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('opens a window at the first failure and keeps its end', async () => {
    expect(await failures.add(['a'], NOW, END)).toEqual(new Map([['a', { failures: 1, ends: END }]]));
    expect(await failures.add(['a', 'b'], NOW, LATER_END)).toEqual(
      new Map([
        ['a', { failures: 2, ends: END }],
        ['b', { failures: 1, ends: LATER_END }],
      ]),
    );
    expect(await failures.find(['a', 'c'])).toEqual(new Map([['a', { failures: 2, ends: END }]]));
  });

  it('opens a new window after the first has ended', async () => {
    await failures.add(['d'], NOW, END);
    expect(await failures.add(['d'], END, LATER_END)).toEqual(
      new Map([['d', { failures: 1, ends: LATER_END }]]),
    );
  });

  it('counts concurrent failures exactly and without deadlock', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, each) =>
        failures.add(each % 2 === 0 ? ['x', 'y'] : ['y', 'x'], NOW, END),
      ),
    );
    const counts = await failures.find(['x', 'y']);
    expect([counts.get('x')?.failures, counts.get('y')?.failures]).toEqual([60, 60]);
  });

  it('deletes one counter, and expired ones', async () => {
    await failures.add(['e', 'f'], NOW, END);
    await failures.add(['g'], NOW, LATER_END);
    await failures.delete('e');
    await failures.deleteExpired(END);
    expect([...(await failures.find(['e', 'f', 'g'])).keys()]).toEqual(['g']);
  });
});
