import { deliveryOutcome, type AttemptResult } from './delivery-outcome';

const responded = (statusCode: number, text = ''): AttemptResult => ({ kind: 'response', statusCode, text });
const TIMEOUT: AttemptResult = { kind: 'timeout', message: 'no response' };
const UNREACHABLE: AttemptResult = { kind: 'unreachable', message: 'no route' };

describe('deliveryOutcome', () => {
  it.each<[string, AttemptResult, number, string, number | undefined]>([
    ['200', responded(200), 1, 'success', undefined],
    ['299', responded(299), 4, 'success', undefined],
    ['a redirect', responded(301), 1, 'failed', undefined],
    ['500', responded(500), 1, 'pending', 60_000],
    ['429', responded(429), 1, 'pending', 60_000],
    ['400', responded(400), 1, 'failed', undefined],
    ['no route', UNREACHABLE, 1, 'failed', undefined],
    ['502', responded(502), 1, 'pending', 60_000],
    ['503 on the second attempt', responded(503), 2, 'pending', 300_000],
    ['504 on the third attempt', responded(504), 3, 'pending', 1_200_000],
    ['503 on the fourth attempt', responded(503), 4, 'failed', undefined],
    ['503 on a manual retry', responded(503), 5, 'failed', undefined],
    ['a timeout', TIMEOUT, 1, 'pending', 60_000],
    ['a timeout on the fourth attempt', TIMEOUT, 4, 'failed', undefined],
  ])('after %s', (_name, result, tries, status, retryInMs) => {
    expect(deliveryOutcome(result, tries)).toMatchObject({ status, retryInMs });
  });

  it('strips tags and unstorable characters from the message, and limits its length', () => {
    expect(deliveryOutcome(responded(500, ' <h1 class="x">No\0</h1>\n '), 1)).toMatchObject({
      statusCode: 500,
      message: 'No',
    });
    expect(deliveryOutcome(responded(500, '\ud800x'.repeat(9_000)), 1).message).toHaveLength(4096);
    expect(deliveryOutcome(TIMEOUT, 1)).toMatchObject({ statusCode: null, message: 'no response' });
  });
});
