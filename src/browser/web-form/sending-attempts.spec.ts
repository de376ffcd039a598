import type { EngineSubmission } from './outgoing-submission';
import { SendingAttempts } from './sending-attempts';

describe('attempts to send a submission', () => {
  let made = 0;
  const make = (): Promise<EngineSubmission> =>
    Promise.resolve({ instanceId: 'uuid:1', deprecatedId: '', path: '/', requests: [], xml: `${made++}` });
  beforeEach(() => {
    made = 0;
  });

  it('send the same again while the answers are the same', async () => {
    const attempts = new SendingAttempts();
    const first = await attempts.submissionOf('a', make);
    expect(await attempts.submissionOf('a', make)).toBe(first);
    expect(attempts.hadOtherAnswers).toBe(false);
  });

  it('send changed answers, and know of the others', async () => {
    const attempts = new SendingAttempts();
    await attempts.submissionOf('a', make);
    expect((await attempts.submissionOf('b', make)).xml).toBe('1');
    expect(attempts.hadOtherAnswers).toBe(true);
    await attempts.submissionOf('b', make);
    expect([attempts.hadOtherAnswers, made]).toEqual([true, 2]);
  });

  it('begin anew with another submission of equal answers', async () => {
    const attempts = new SendingAttempts();
    await attempts.submissionOf('a', make);
    attempts.forget();
    expect((await attempts.submissionOf('a', make)).xml).toBe('1');
    expect(attempts.hadOtherAnswers).toBe(false);
  });
});
