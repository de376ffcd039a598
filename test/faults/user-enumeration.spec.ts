import { PasswordCost } from '../../src/config/password-cost';
import { PasswordService } from '../../src/modules/account/password.service';
import { cpuTimeOf } from '../measure/cpu-time';
import { startApp, type TestApp } from '../support/app';

const LONG = process.env['TEST_PROFILE'] === 'long';
const ROUNDS = LONG ? 2_000 : 150;
/** Maximum relative difference of the medians. */
const MAX_DIFFERENCE = LONG ? 0.05 : 0.1;

if (LONG) jest.setTimeout(3_600_000);

/** Compares CPU time including hashing threads, unaffected by other processes. */
describe(`${ROUNDS} password guesses for a known and an unknown user`, () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({
      environment: { MAX_FAILED_SIGN_INS: '1000000', ROLE: 'api' },
      passwordCost: new PasswordCost(),
    });
    await app.addUser('ann');
  });
  afterAll(() => app.stop());

  it(`cost the same within ${MAX_DIFFERENCE * 100} %`, async () => {
    const passwords = app.nest.get(PasswordService);
    const costs: Record<'ann' | 'bob', number[]> = { ann: [], bob: [] };
    const guess = (username: string, round: number) =>
      passwords.verify(username, `wrong ${round}`, '10.0.0.1');
    for (let round = 0; round < 20; round += 1) for (const name of ['ann', 'bob']) await guess(name, round);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of round % 2 === 0 ? (['ann', 'bob'] as const) : (['bob', 'ann'] as const)) {
        costs[name].push(await cpuTimeOf(() => guess(name, round)));
      }
    }
    const ratio = median(costs.ann) / median(costs.bob);
    expect(Math.abs(ratio - 1)).toBeLessThan(MAX_DIFFERENCE);
  });
});

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]!;
}
