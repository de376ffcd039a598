import { DataSource } from 'typeorm';
import { CopyReader } from '../../../src/database/copy/copy-reader';
import { UnitOfWork } from '../../../src/database/unit-of-work/unit-of-work.port';
import { startApp, type TestApp } from '../../support/app';

const REFUSAL = 'asked for a second connection';

describe('a service whose work inside a transaction', () => {
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

  it('asks for a second connection fails its suite', async () => {
    await app.nest.get(UnitOfWork).run(() => app.nest.get(DataSource).query('SELECT 1'));
    await expect(stop()).rejects.toThrow(REFUSAL);
  });

  it('asks for one of those for COPY fails its suite', async () => {
    await app.nest.get(UnitOfWork).run(() => app.nest.get(CopyReader).row(`SELECT 'one'::text`));
    await expect(stop()).rejects.toThrow(REFUSAL);
  });

  it('asks for none is well, and what comes after it may ask for one', async () => {
    const { later } = await app.nest.get(UnitOfWork).run(() => {
      const soon = Promise.resolve();
      return Promise.resolve({ later: () => soon.then(() => app.nest.get(DataSource).query('SELECT 1')) });
    });
    await later();
    await expect(stop()).resolves.toBeUndefined();
  });
});
