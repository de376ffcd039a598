import type { TaskEntity } from '../../src/database/entities/task.entity';
import type { UnitOfWork } from '../../src/database/unit-of-work/unit-of-work.port';
import { ConflictError } from '../../src/domain/errors';
import type { TaskStore } from '../../src/jobs/task/task-store.port';
import type { NewTask } from '../../src/jobs/task/task.port';

/** A store to be held to its promises, empty at first. */
export interface StoreUnderTest<Task extends TaskEntity> {
  readonly store: TaskStore<Task>;
  readonly unitOfWork: UnitOfWork;
  /** What the module says of a new task of this uid. */
  fresh(uid: string): NewTask<Task>;
  find(uid: string): Promise<TaskEntity | undefined>;
}

const at = (second: number): Date => new Date(Date.UTC(2026, 2, 1, 8, 0, second));
const NOTHING = { rowsDone: null, rowsTotal: null };
const DONE = { rowsDone: 7, rowsTotal: 7, messages: { created: [] } };
const FAILED = { error_type: 'Test', error: 'It failed.' };

/** What every place that keeps tasks promises. @param make called before each test */
export function describeTaskStore<Task extends TaskEntity>(
  name: string,
  make: () => Promise<StoreUnderTest<Task>>,
): void {
  describe(name, () => {
    let under: StoreUnderTest<Task>;
    beforeEach(async () => {
      under = await make();
      await under.unitOfWork.run((transaction) => under.store.insert(transaction, under.fresh('t1'), at(0)));
    });

    const state = async (uid = 't1') => {
      const task = await under.find(uid);
      return task && [task.status, task.attempt, task.messages, task.dateModified.getUTCSeconds()];
    };
    const take = async () => (await under.store.take('t1', at(1)))!;
    const complete = (task: Task, second: number) =>
      under.unitOfWork.run((transaction) => under.store.complete(transaction, task, DONE, at(second)));
    const letGo = (task: Task, second: number) =>
      under.unitOfWork.run((transaction) => under.store.letGo(transaction, task, at(second)));
    const cancel = (second: number) =>
      under.unitOfWork.run((transaction) => under.store.cancel(transaction, 't1', FAILED, at(second)));

    it('keeps a new task as one that waits, and none of a transaction that fails', async () => {
      expect(await state()).toEqual(['created', 0, {}, 0]);
      const failing = under.unitOfWork.run(async (transaction) => {
        await under.store.insert(transaction, under.fresh('t2'), at(0));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await state('t2')).toBeUndefined();
    });

    it('hands a task to one of many', async () => {
      const takers = await Promise.all(Array.from({ length: 8 }, () => under.store.take('t1', at(1))));
      const [taken, ...others] = takers.filter((task) => task !== undefined);
      expect(taken).toMatchObject({ uid: 't1', status: 'processing', attempt: 1, dateModified: at(1) });
      expect(others).toEqual([]);
      expect(await under.store.take('nobody', at(1))).toBeUndefined();
    });

    it('keeps signs of life and how far the work is', async () => {
      const task = await take();
      expect(await under.store.beat(task, { rowsDone: 3, rowsTotal: 9 }, at(5))).toBe(true);
      expect(await under.find('t1')).toMatchObject({ rowsDone: 3, rowsTotal: 9, dateModified: at(5) });
    });

    it('completes a task in the transaction that completes it', async () => {
      const task = await take();
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

    it('ends a task that failed', async () => {
      await under.store.fail(await take(), FAILED, at(2));
      expect(await state()).toEqual(['error', 1, FAILED, 2]);
    });

    it.each([
      ['complete', async (task: Task) => complete(task, 2)],
      ['failed', async (task: Task) => under.store.fail(task, FAILED, at(2))],
      ['cancelled', async () => cancel(2)],
      ['given up', async () => under.store.giveUp(at(2), FAILED, at(2))],
    ])('leaves a task that is %s as it is', async (_name, end) => {
      const task = await take();
      await end(task);
      const before = await state();
      expect(await under.store.beat(task, NOTHING, at(3))).toBe(false);
      await expect(complete(task, 3)).rejects.toBeInstanceOf(ConflictError);
      await under.store.fail(task, { error: 'again' }, at(3));
      expect(await letGo(task, 3)).toBe(false);
      expect(await cancel(3)).toBe(false);
      expect(await under.store.giveUp(at(9), {}, at(9))).toBe(0);
      expect(await under.store.take('t1', at(3))).toBeUndefined();
      expect(await state()).toEqual(before);
    });

    it('gives a task that was let go to the next, and nothing more to who had it', async () => {
      const first = await take();
      expect(await letGo(first, 2)).toBe(true);
      expect(await state()).toEqual(['created', 1, {}, 2]);
      const second = (await under.store.take('t1', at(3)))!;
      expect(second.attempt).toBe(2);
      expect(await under.store.beat(first, NOTHING, at(4))).toBe(false);
      await expect(complete(first, 4)).rejects.toBeInstanceOf(ConflictError);
      await under.store.fail(first, FAILED, at(4));
      expect(await state()).toEqual(['processing', 2, {}, 3]);
      await complete(second, 5);
      expect(await state()).toEqual(['complete', 2, { created: [] }, 5]);
    });

    it('cancels a task that nobody took, which nobody takes then', async () => {
      expect(await cancel(2)).toBe(true);
      expect(await state()).toEqual(['error', 0, FAILED, 2]);
      expect(await under.store.take('t1', at(3))).toBeUndefined();
    });

    it('gives up those that have been silent, and no others', async () => {
      const task = await take();
      expect(await under.store.giveUp(at(1), FAILED, at(9))).toBe(0);
      await under.store.beat(task, NOTHING, at(5));
      expect(await under.store.giveUp(at(5), FAILED, at(9))).toBe(0);
      expect(await under.store.giveUp(at(6), FAILED, at(9))).toBe(1);
      expect(await state()).toEqual(['error', 1, FAILED, 9]);
    });

    it('asks again for those that nobody took, the oldest first, and counts them as asked for', async () => {
      await under.unitOfWork.run(async (transaction) => {
        for (const uid of ['t2', 't3']) await under.store.insert(transaction, under.fresh(uid), at(0));
      });
      await under.store.take('t2', at(1));
      const ask = (second: number) =>
        under.unitOfWork.run((transaction) => under.store.askAgain(transaction, at(second), at(5)));
      expect(await ask(0)).toEqual([]);
      expect(await ask(1)).toEqual(['t1', 't3']);
      expect(await ask(5)).toEqual([]);
      expect(await state()).toEqual(['created', 0, {}, 5]);
    });
  });
}
