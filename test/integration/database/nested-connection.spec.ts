import { DataSource } from 'typeorm';
import { CopyReader } from '../../../src/database/copy/copy-reader';
import { UnitOfWork } from '../../../src/database/unit-of-work/unit-of-work.port';
import { startApp, type TestApp } from '../../support/app';

const MESSAGE = 'took a second connection';

describe('work inside a transaction', () => {
  let app: TestApp;
  let stopped: boolean;

  beforeEach(async () => {
    stopped = false;
    app = await startApp();
  });
  afterEach(() => (stopped ? undefined : app.stop()));

  const stop = async (): Promise<void> => {
    stopped = true;
    await app.stop();
  };

  it('fails the suite if it takes a second connection', async () => {
    await app.nest.get(UnitOfWork).run(() => app.nest.get(DataSource).query('SELECT 1'));
    await expect(stop()).rejects.toThrow(MESSAGE);
  });

  it('fails the suite if it takes a COPY connection', async () => {
    await app.nest.get(UnitOfWork).run(() => app.nest.get(CopyReader).readFirstRow(`SELECT 'one'::text`));
    await expect(stop()).rejects.toThrow(MESSAGE);
  });

  it('may start work that takes a connection after its end', async () => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let later: Promise<unknown> | undefined;
    await app.nest.get(UnitOfWork).run(() => {
      later = ended.then(() => app.nest.get(DataSource).query('SELECT 1'));
      return Promise.resolve();
    });
    end();
    await later;
    await expect(stop()).resolves.toBeUndefined();
  });
});
