import { Environment } from '../../src/config/environment';
import { type Counted, failureLimits, WINDOW_MS } from '../../src/domain/account/sign-in-limit';
import { textOf } from './documents';

const HOUR_MS = 60 * 60_000;

interface Row {
  readonly guessingAt: string;
  readonly from: string;
  readonly counted: Counted;
}

/** Which counter stops whom: the table of docs/sign-in.md, row by row. */
const ROWS: readonly Row[] = [
  {
    guessingAt: 'one account',
    from: 'one address (IPv4, or a /64 of IPv6)',
    counted: 'account-from-address',
  },
  { guessingAt: 'one account', from: 'one /48 of IPv6', counted: 'account-from-network' },
  { guessingAt: 'one account', from: 'any number of addresses', counted: 'account' },
  {
    guessingAt: 'one account',
    from: 'an address where its owner signed in lately',
    counted: 'account-from-address',
  },
  { guessingAt: 'any accounts', from: 'one address', counted: 'address' },
  { guessingAt: 'any accounts', from: 'one /48 of IPv6', counted: 'network' },
];

describe('docs/sign-in.md', () => {
  const { MAX_FAILED_SIGN_INS: most } = new Environment();
  const text = textOf('docs/sign-in.md');
  const written = [
    ...text.matchAll(/^\| ((?:one|any) accounts?) +\| (.+?) +\| (\d+) +\| (\d+) +\| (\d+) +\|$/gm),
  ];

  it('tells what somebody reaches who guesses, as the limits have it', () => {
    const limits = failureLimits(most);
    const windows = (ms: number): number => ms / WINDOW_MS;
    const computed = ROWS.map(({ guessingAt, from, counted }) => [
      guessingAt,
      from,
      limits[counted],
      limits[counted] * windows(HOUR_MS),
      limits[counted] * windows(24 * HOUR_MS),
    ]);
    expect(written.map((row) => row.slice(1))).toEqual(computed.map((row) => row.map(String)));
    expect(text).toContain(`MAX_FAILED_SIGN_INS=${most}`);
  });

  it('has a row for everything that is counted', () => {
    expect(new Set(ROWS.map(({ counted }) => counted))).toEqual(new Set(Object.keys(failureLimits(most))));
  });
});
