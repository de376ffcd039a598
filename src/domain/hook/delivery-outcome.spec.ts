import { deliveryOutcome, type TryResult } from './delivery-outcome';

const answered = (statusCode: number, text = ''): TryResult => ({ kind: 'answered', statusCode, text });
const SILENT: TryResult = { kind: 'silent', message: 'no answer' };
const UNREACHED: TryResult = { kind: 'unreached', message: 'no way' };

describe('deliveryOutcome', () => {
  it.each<[string, TryResult, number, string, number | undefined]>([
    ['200', answered(200), 1, 'success', undefined],
    ['299', answered(299), 4, 'success', undefined],
    ['a redirect', answered(301), 1, 'failed', undefined],
    ['400', answered(400), 1, 'failed', undefined],
    ['429', answered(429), 1, 'failed', undefined],
    ['500', answered(500), 1, 'failed', undefined],
    ['no way', UNREACHED, 1, 'failed', undefined],
    ['502', answered(502), 1, 'pending', 60_000],
    ['503, again', answered(503), 2, 'pending', 300_000],
    ['504, a third time', answered(504), 3, 'pending', 1_200_000],
    ['503, a fourth time', answered(503), 4, 'failed', undefined],
    ['503, when somebody asked for another try', answered(503), 5, 'failed', undefined],
    ['silence', SILENT, 1, 'pending', 60_000],
    ['silence, a fourth time', SILENT, 4, 'failed', undefined],
  ])('of %s', (_name, result, tries, status, againInMs) => {
    expect(deliveryOutcome(result, tries)).toMatchObject({ status, againInMs });
  });

  it('tells what was said without tags, no longer than anybody reads, and as text that can be kept', () => {
    expect(deliveryOutcome(answered(500, ' <h1 class="x">No\0</h1>\n '), 1)).toMatchObject({
      statusCode: 500,
      message: 'No',
    });
    expect(deliveryOutcome(answered(500, '\ud800x'.repeat(9_000)), 1).message).toHaveLength(4096);
    expect(deliveryOutcome(SILENT, 1)).toMatchObject({ statusCode: null, message: 'no answer' });
  });
});
