import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../ormconfig';
import { ChangeNotifications } from '../../../src/database/change-notifications';
import { DatabaseAddress } from '../../../src/database/connection/open-connection';
import { ImportTaskEntity } from '../../../src/database/entities/task.entity';
import { UserEntity } from '../../../src/database/entities/user.entity';
import { MemoryUnitOfWork } from '../../support/memory.unit-of-work';
import { TypeOrmUnitOfWork } from '../../../src/database/unit-of-work/open-transaction';
import { ConflictError } from '../../../src/domain/errors';
import { MemoryTaskStore } from '../../support/memory.task-store';
import { TaskRepository } from '../../../src/jobs/task/task.repository';
import { describeTaskStore } from '../../support/task-store-contract';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

const NOW = new Date('2026-03-01T08:00:00Z');
const LATER = new Date('2026-03-01T08:00:31Z');
const DONE = { rowsDone: null, rowsTotal: null, messages: { created: [] } };
const FAILED = { error_type: 'Test', error: 'It failed.' };

let database: TestDatabase;
let dataSource: DataSource;
let unitOfWork: TypeOrmUnitOfWork;
let store: TaskRepository<ImportTaskEntity>;
let userId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource(database.url, { poolSize: 10 }).initialize();
  unitOfWork = new TypeOrmUnitOfWork(dataSource, new ChangeNotifications(new DatabaseAddress(database.url)));
  store = new TaskRepository(dataSource.getRepository(ImportTaskEntity), { source: null });
  const user = { username: 'ann', extraDetails: {}, extraDetailsUid: randomUUID() };
  const { identifiers } = await dataSource.getRepository(UserEntity).insert(user);
  userId = (identifiers[0] as { id: number }).id;
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});
beforeEach(() => dataSource.query('DELETE FROM import_task'));

const fresh = (uid: string) => ({
  uid,
  userId,
  request: { library: false },
  sourceSha256: null,
  source: Buffer.from('bytes'),
});
const find = async (uid: string) =>
  (await dataSource.getRepository(ImportTaskEntity).findOneBy({ uid })) ?? undefined;
const sourceOf = async (uid: string): Promise<unknown> =>
  (await dataSource.query<{ source: unknown }[]>('SELECT source FROM import_task WHERE uid = $1', [uid]))[0]
    ?.source;

async function claimTask(uid = randomUUID()): Promise<ImportTaskEntity> {
  await unitOfWork.run((transaction) => store.insert(transaction, fresh(uid), NOW));
  return (await store.claim(uid, NOW))!;
}

describeTaskStore('TaskRepository', async () => ({
  store,
  unitOfWork,
  newTask: fresh,
  find,
}));

describeTaskStore('MemoryTaskStore', async () => {
  const memory = new MemoryTaskStore();
  return {
    store: memory,
    unitOfWork: new MemoryUnitOfWork(),
    newTask: (uid) => ({ uid }),
    find: async (uid) => memory.find(uid),
  };
});

describe('source of a task', () => {
  it.each([
    [
      'complete',
      (task: ImportTaskEntity) => unitOfWork.run((each) => store.complete(each, task, DONE, LATER)),
    ],
    ['failed', (task: ImportTaskEntity) => store.fail(task, FAILED, LATER)],
    ['expired', () => store.expire(LATER, FAILED, LATER)],
  ])('is deleted when the task is %s, not before', async (_name, end) => {
    const task = await claimTask();
    expect(await sourceOf(task.uid)).toEqual(Buffer.from('bytes'));
    await end(task);
    expect(await sourceOf(task.uid)).toBeNull();
  });
});

describe('completion racing with expiry', () => {
  /** Completes a task in a transaction that commits after `beforeEnd`. */
  const completeWith = (task: ImportTaskEntity, beforeEnd: () => Promise<void>) =>
    unitOfWork.run(async (transaction) => {
      await store.complete(transaction, task, DONE, LATER);
      await beforeEnd();
    });

  const waitUntilBlocked = async (): Promise<void> => {
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await dataSource.query<unknown[]>(waiting)).length === 0);
  };

  it('waits for a completion in progress and finds the task complete', async () => {
    const task = await claimTask();
    let expired: Promise<number> | undefined;
    await completeWith(task, async () => {
      expired = store.expire(LATER, FAILED, LATER);
      await waitUntilBlocked();
    });
    expect(await expired).toBe(0);
    expect((await find(task.uid))?.status).toBe('complete');
  });

  it('expires a task whose completion was rolled back', async () => {
    const task = await claimTask();
    let expired: Promise<number> | undefined;
    const completing = completeWith(task, async () => {
      expired = store.expire(LATER, FAILED, LATER);
      await waitUntilBlocked();
      throw new Error('no');
    });
    await expect(completing).rejects.toThrow('no');
    expect(await expired).toBe(1);
    expect((await find(task.uid))?.status).toBe('error');
  });

  it('agrees with the outcome of each transaction', async () => {
    const tasks = await Promise.all(Array.from({ length: 40 }, () => claimTask()));
    const results = await Promise.allSettled([
      ...tasks.map((task) => completeWith(task, async () => undefined)),
      ...tasks.map(() => store.expire(LATER, FAILED, LATER)),
    ]);
    for (const [index, task] of tasks.entries()) {
      const result = results[index]!;
      const { status } = (await find(task.uid))!;
      expect(status).toBe(result.status === 'fulfilled' ? 'complete' : 'error');
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(ConflictError);
    }
  });
});
