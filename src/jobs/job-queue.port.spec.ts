import { JobRegistry } from './job-queue.port';

it('refuses a second kind of the same name', () => {
  const registry = new JobRegistry();
  const handler = { name: 'count', handle: async () => undefined };
  registry.register(handler);
  expect(() => registry.register(handler)).toThrow('Two jobs or chores have the name "count".');
  expect(() => registry.registerChore({ name: 'count', everyMs: 1, run: async () => undefined })).toThrow();
});
