import { FROM_THE_START, readChangeToken, writeChangeToken } from './change-token';

describe('a token of the feed of changes', () => {
  it.each([undefined, ''])('begins at the start for %j', (since) => {
    expect(readChangeToken(since)).toEqual(FROM_THE_START);
  });

  it('is read as it was written', () => {
    for (const transactionId of [12_345_678_901, -3, FROM_THE_START.transactionId]) {
      const token = { transactionId, submissionId: 7 };
      expect(readChangeToken(writeChangeToken(token))).toEqual(token);
    }
  });

  it.each(['x', '1', '1-', '--1-1', '1--1', '1-1-1', '1e3-1', ['1-1'], '1'.repeat(17) + '-1'])(
    'is not %j',
    (since) => {
      expect(() => readChangeToken(since)).toThrow('Send the `token` of the last answer');
    },
  );
});
