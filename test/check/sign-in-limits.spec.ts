import { Environment } from '../../src/config/environment';
import { type CounterKind, failureLimits, WINDOW_MS } from '../../src/domain/account/sign-in-limit';
import { textOf } from './documents';

const HOUR_MS = 60 * 60_000;

interface Row {
  readonly target: string;
  readonly from: string;
  readonly counted: CounterKind;
}

/** Counter that limits each attack: rows of the table in docs/sign-in.md. */
const ROWS: readonly Row[] = [
  {
    target: 'one account',
    from: 'one address (IPv4, or a /64 of IPv6)',
    counted: 'account-from-address',
  },
  { target: 'one account', from: 'one /48 of IPv6', counted: 'account-from-network' },
  { target: 'one account', from: 'any number of addresses', counted: 'account' },
  {
    target: 'one account',
    from: 'an address where its owner signed in lately',
    counted: 'account-from-address',
  },
  { target: 'any accounts', from: 'one address', counted: 'address' },
  { target: 'any accounts', from: 'one /48 of IPv6', counted: 'network' },
];

describe('docs/sign-in.md', () => {
  const { MAX_FAILED_SIGN_INS: maxFailures } = new Environment();
  const text = textOf('docs/sign-in.md');
  const documented = [
    ...text.matchAll(/^\| ((?:one|any) accounts?) +\| (.+?) +\| (\d+) +\| (\d+) +\| (\d+) +\|$/gm),
  ];

  it('states attempts per window, hour and day as limited', () => {
    const limits = failureLimits(maxFailures);
    const windows = (ms: number): number => ms / WINDOW_MS;
    const computed = ROWS.map(({ target, from, counted }) => [
      target,
      from,
      limits[counted],
      limits[counted] * windows(HOUR_MS),
      limits[counted] * windows(24 * HOUR_MS),
    ]);
    expect(documented.map((row) => row.slice(1))).toEqual(computed.map((row) => row.map(String)));
    expect(text).toContain(`MAX_FAILED_SIGN_INS=${maxFailures}`);
  });

  it('has a row for every counter', () => {
    expect(new Set(ROWS.map(({ counted }) => counted))).toEqual(
      new Set(Object.keys(failureLimits(maxFailures))),
    );
  });
});
