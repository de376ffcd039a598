import { Start } from '../../support/start';

it('names lines of the sources in a stack, though what runs is one file without them', async () => {
  const { code, error } = await new Start({ LOG_LEVEL: 'debug', PORT: 'none' }).shown();
  expect(code).toBe(1);
  expect(error).toMatch(/at readEnvironment \(\S+\/src\/config\/environment\.ts:\d+:\d+\)/);
  expect(error).toMatch(/\/src\/main\.ts:\d+:\d+/);
  expect(error).not.toContain('bundle/main.js');
});
