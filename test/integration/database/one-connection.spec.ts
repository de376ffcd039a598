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

  it('begins what asks for one after its end is well', async () => {
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
