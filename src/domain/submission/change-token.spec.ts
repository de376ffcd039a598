import { INITIAL_CHANGE_TOKEN, readChangeToken, writeChangeToken } from './answer-changes';

describe('change token', () => {
  it.each([undefined, ''])('starts from the beginning for %j', (since) => {
    expect(readChangeToken(since)).toEqual(INITIAL_CHANGE_TOKEN);
  });

  it('round-trips', () => {
    for (const transactionId of [12_345_678_901, -3, INITIAL_CHANGE_TOKEN.transactionId]) {
      const token = { transactionId, submissionId: 7 };
      expect(readChangeToken(writeChangeToken(token))).toEqual(token);
    }
  });

  it.each(['x', '1', '1-', '--1-1', '1--1', '1-1-1', '1e3-1', ['1-1'], '1'.repeat(17) + '-1'])(
    'rejects %j',
    (since) => {
      expect(() => readChangeToken(since)).toThrow('Send the `token` of the last response');
    },
  );
});
