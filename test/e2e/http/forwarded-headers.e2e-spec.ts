import { ANONYMOUS, startApp } from '../../support/app';

describe('forwarded headers', () => {
  /** Of both services: the logger has one destination per process. */
  const lines: string[] = [];
  const warnings = (): string[] =>
    lines
      .filter((line) => line.includes('TRUST_PROXY'))
      .map((line) => (JSON.parse(line) as { msg: string }).msg);

  beforeEach(() => {
    lines.length = 0;
  });

  const sendForwarded = async (trustProxy: string): Promise<void> => {
    const app = await startApp({
      environment: { LOG_LEVEL: 'warn', TRUST_PROXY: trustProxy },
      log: { write: (line) => lines.push(line) },
    });
    try {
      const live = () => app.as(ANONYMOUS).get('/health/live').expect(200);
      await live();
      expect(warnings()).toEqual([]);
      for (let time = 0; time < 3; time += 1) await live().set('X-Forwarded-For', '10.0.0.1');
    } finally {
      await app.stop();
    }
  };

  it('log one warning where no proxy is trusted, naming the setting', async () => {
    await sendForwarded('false');
    expect(warnings()).toEqual([expect.stringMatching(/x-forwarded-for.*Set TRUST_PROXY=loopback/)]);
  });

  it('log no warning where a proxy is trusted', async () => {
    await sendForwarded('loopback');
    expect(warnings()).toEqual([]);
  });
});
