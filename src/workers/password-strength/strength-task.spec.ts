import { estimateGuesses } from './strength-task';

const estimate = (password: string): number =>
  estimateGuesses({ password, personalWords: ['wanjiku', 'rosefield'] });

describe('estimateGuesses', () => {
  it.each([
    'password',
    'Password1!',
    '12345678',
    '        ',
    'aaaaaaaa',
    'abcdefgh',
    'wanjiku7',
    'Rosefield2024',
    'x'.repeat(1024),
  ])('finds %j before a million guesses', (password) => {
    expect(estimate(password)).toBeLessThan(1_000_000);
  });

  it.each(['zK3#q9Lp', 'correct-horse', 'maji safi kisima', 'ワンジク・ローズ・畑', 'Wells of Busia 12'])(
    'does not find %j so soon',
    (password) => {
      expect(estimate(password)).toBeGreaterThan(1_000_000);
    },
  );

  it('is bounded for the longest and the most ambiguous passwords', () => {
    for (const part of ['4@8({[<369&#!1/|0$5+7%2', 'a@s$e3i1o0', '1234567890', 'qazwsx12.12.1990']) {
      const password = part.repeat(100).slice(0, 1024);
      const start = performance.now();
      estimate(password);
      expect(performance.now() - start).toBeLessThan(2_000);
    }
  });
});
