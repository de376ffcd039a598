import { StandaloneService } from '../../support/standalone-service';

it('maps stacks to lines of the sources, although the bundle ships without them', async () => {
  const { code, error } = await new StandaloneService({ LOG_LEVEL: 'debug', PORT: 'none' }).result();
  expect(code).toBe(1);
  expect(error).toMatch(/at readEnvironment \(\S+\/src\/config\/environment\.ts:\d+:\d+\)/);
  expect(error).toMatch(/\/src\/main\.ts:\d+:\d+/);
  // The first line of a bundle holds the bundler's own functions.
  expect(error).not.toMatch(/src\/bundle\/\S+\.js:(?!1:)/);
});
