import { JobRegistry } from './job-queue.port';

it('rejects a second job of the same name', () => {
  const registry = new JobRegistry();
  const handler = { name: 'count', handle: async () => undefined };
  registry.register(handler);
  expect(() => registry.register(handler)).toThrow('The job name "count" is registered twice.');
  expect(() =>
    registry.registerScheduled({ name: 'count', intervalMs: 1, run: async () => undefined }),
  ).toThrow();
});
