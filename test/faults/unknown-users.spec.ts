import { PasswordCost } from '../../src/config/password-cost';
import { PasswordService } from '../../src/modules/account/password.service';
import { processorTimeOf } from '../measure/processor-time';
import { startApp, type TestApp } from '../support/app';

const FULL = process.env['TEST_PROFILE'] === 'full';
/** Rounds of one guess each; what single ones cost says little. */
const ROUNDS = FULL ? 2_000 : 150;
/** The median says more the more rounds there are. */
const MOST_APART = FULL ? 0.05 : 0.1;

// The long way takes its time; this ends what hangs.
if (FULL) jest.setTimeout(3_600_000);

/** By processor time, threads that hash included: what else the machine does tells nothing of a name. */
describe(`${ROUNDS} guesses at a user that there is and at one that there is not`, () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({
      environment: { MAX_FAILED_SIGN_INS: '1000000', ROLE: 'api' },
      passwordCost: new PasswordCost(),
    });
    await app.addUser('ann');
  });
  afterAll(() => app.stop());

  it(`cost the same, to ${MOST_APART * 100} in a hundred`, async () => {
    const passwords = app.nest.get(PasswordService);
    const costs: Record<'ann' | 'bob', number[]> = { ann: [], bob: [] };
    const guess = (username: string, round: number) =>
      passwords.verify(username, `wrong ${round}`, '10.0.0.1');
    for (let round = 0; round < 20; round += 1) for (const name of ['ann', 'bob']) await guess(name, round);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of round % 2 === 0 ? (['ann', 'bob'] as const) : (['bob', 'ann'] as const)) {
        costs[name].push(await processorTimeOf(() => guess(name, round)));
      }
    }
    const ratio = median(costs.ann) / median(costs.bob);
    expect(Math.abs(ratio - 1)).toBeLessThan(MOST_APART);
  });
});

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]!;
}
