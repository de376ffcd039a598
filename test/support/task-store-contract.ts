import type { TaskEntity } from '../../src/database/entities/task.entity';
import type { UnitOfWork } from '../../src/database/unit-of-work/unit-of-work.port';
import { ConflictError } from '../../src/domain/errors';
import type { TaskStore, NewTask } from '../../src/jobs/task/task-store.port';

/** Empty task store to be tested. */
export interface StoreUnderTest<Task extends TaskEntity> {
  readonly store: TaskStore<Task>;
  readonly unitOfWork: UnitOfWork;
  /** New task with this uid. */
  newTask(uid: string): NewTask<Task>;
  find(uid: string): Promise<TaskEntity | undefined>;
}

const at = (second: number): Date => new Date(Date.UTC(2026, 2, 1, 8, 0, second));
const NOTHING = { rowsDone: null, rowsTotal: null };
const DONE = { rowsDone: 7, rowsTotal: 7, messages: { created: [] } };
const FAILED = { error_type: 'Test', error: 'It failed.' };

/** Contract tests of every task store. @param make called before each test */
export function describeTaskStore<Task extends TaskEntity>(
  name: string,
  make: () => Promise<StoreUnderTest<Task>>,
): void {
  describe(name, () => {
    let under: StoreUnderTest<Task>;
    beforeEach(async () => {
      under = await make();
      await under.unitOfWork.run((transaction) =>
        under.store.insert(transaction, under.newTask('t1'), at(0)),
      );
    });

    const state = async (uid = 't1') => {
      const task = await under.find(uid);
      return task && [task.status, task.attempt, task.messages, task.dateModified.getUTCSeconds()];
    };
    const claim = async () => (await under.store.claim('t1', at(1)))!;
    const complete = (task: Task, second: number) =>
      under.unitOfWork.run((transaction) => under.store.complete(transaction, task, DONE, at(second)));
    const release = (task: Task, second: number) =>
      under.unitOfWork.run((transaction) => under.store.release(transaction, task, at(second)));

    it('stores a new task as created, and none of a rolled back transaction', async () => {
      expect(await state()).toEqual(['created', 0, {}, 0]);
      const failing = under.unitOfWork.run(async (transaction) => {
        await under.store.insert(transaction, under.newTask('t2'), at(0));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await state('t2')).toBeUndefined();
    });

    it('lets exactly one of several concurrent workers claim a task', async () => {
      const claims = await Promise.all(Array.from({ length: 8 }, () => under.store.claim('t1', at(1))));
      const [claimed, ...others] = claims.filter((task) => task !== undefined);
      expect(claimed).toMatchObject({
        uid: 't1',
        status: 'processing',
        attempt: 1,
        dateStarted: at(1),
        dateModified: at(1),
      });
      expect(others).toEqual([]);
      expect(await under.store.claim('unknown', at(1))).toBeUndefined();
    });

    it('records heartbeats and progress', async () => {
      const task = await claim();
      expect(await under.store.heartbeat(task, { rowsDone: 3, rowsTotal: 9 }, at(5))).toBe(true);
      expect(await under.find('t1')).toMatchObject({ rowsDone: 3, rowsTotal: 9, dateModified: at(5) });
    });

    it('completes a task in the given transaction', async () => {
      const task = await claim();
      const failing = under.unitOfWork.run(async (transaction) => {
        await under.store.complete(transaction, task, DONE, at(2));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await state()).toEqual(['processing', 1, {}, 1]);
      await complete(task, 3);
      expect(await state()).toEqual(['complete', 1, { created: [] }, 3]);
      expect(await under.find('t1')).toMatchObject({ rowsDone: 7, rowsTotal: 7 });
    });

    it('marks a failed task', async () => {
      await under.store.fail(await claim(), FAILED, at(2));
      expect(await state()).toEqual(['error', 1, FAILED, 2]);
    });

    it.each([
      ['complete', async (task: Task) => complete(task, 2)],
      ['failed', async (task: Task) => under.store.fail(task, FAILED, at(2))],
      ['expired', async () => under.store.expire(at(2), FAILED, at(2))],
    ])('does not change a task that is %s', async (_name, end) => {
      const task = await claim();
      await end(task);
      const before = await state();
      expect(await under.store.heartbeat(task, NOTHING, at(3))).toBe(false);
      await expect(complete(task, 3)).rejects.toBeInstanceOf(ConflictError);
      await under.store.fail(task, { error: 'again' }, at(3));
      expect(await release(task, 3)).toBe(false);
      expect(await under.store.expire(at(9), {}, at(9))).toBe(0);
      expect(await under.store.claim('t1', at(3))).toBeUndefined();
      expect(await state()).toEqual(before);
    });

    it('lets the next worker claim a released task and ignores its former worker', async () => {
      const first = await claim();
      expect(await release(first, 2)).toBe(true);
      expect(await state()).toEqual(['created', 1, {}, 2]);
      const second = (await under.store.claim('t1', at(3)))!;
      expect(second.attempt).toBe(2);
      expect(await under.store.heartbeat(first, NOTHING, at(4))).toBe(false);
      await expect(complete(first, 4)).rejects.toBeInstanceOf(ConflictError);
      await under.store.fail(first, FAILED, at(4));
      expect(await state()).toEqual(['processing', 2, {}, 3]);
      await complete(second, 5);
      expect(await state()).toEqual(['complete', 2, { created: [] }, 5]);
    });

    it('expires tasks without a recent heartbeat, and no others', async () => {
      const task = await claim();
      expect(await under.store.expire(at(1), FAILED, at(9))).toBe(0);
      await under.store.heartbeat(task, NOTHING, at(5));
      expect(await under.store.expire(at(5), FAILED, at(9))).toBe(0);
      expect(await under.store.expire(at(6), FAILED, at(9))).toBe(1);
      expect(await state()).toEqual(['error', 1, FAILED, 9]);
    });

    it('reopens tasks without a recent heartbeat until they were claimed often enough', async () => {
      const task = await claim();
      expect(await under.store.reopen(at(1), 2)).toBe(0);
      expect(await under.store.reopen(at(2), 1)).toBe(0);
      expect(await under.store.reopen(at(2), 2)).toBe(1);
      expect(await state()).toEqual(['created', 1, {}, 1]);
      expect(await under.store.heartbeat(task, NOTHING, at(3))).toBe(false);
      await under.store.claim('t1', at(3));
      expect(await under.store.reopen(at(9), 2)).toBe(0);
    });

    it('requeues unclaimed tasks, oldest first, and updates their timestamps', async () => {
      await under.unitOfWork.run(async (transaction) => {
        for (const uid of ['t2', 't3']) await under.store.insert(transaction, under.newTask(uid), at(0));
      });
      await under.store.claim('t2', at(1));
      const requeue = (second: number) =>
        under.unitOfWork.run((transaction) => under.store.requeue(transaction, at(second), at(5)));
      expect(await requeue(0)).toEqual([]);
      expect(await requeue(1)).toEqual(['t1', 't3']);
      expect(await requeue(5)).toEqual([]);
      expect(await state()).toEqual(['created', 0, {}, 5]);
    });
  });
}
