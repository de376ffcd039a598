import { EVERYTHING } from './filter';
import { QUERY_LIMITS } from './query-limits';
import { readSubmissionQuery } from './submission-query';

const read = (text: unknown) => readSubmissionQuery(text, () => false);

describe('readSubmissionQuery', () => {
  it.each([undefined, 'null', '{}', '{"_userform_id":"x"}'])('matches everything for %s', (text) => {
    expect(read(text)).toEqual(EVERYTHING);
  });

  it.each([
    ['{village:', 'Value must be valid JSON.'],
    ['', 'Value must be valid JSON.'],
    ['[]', 'Value must be a JSON object'],
    ['[1]', 'Value must be a JSON object'],
    ['"Karatu"', 'Value must be a JSON object'],
    ['5', 'Value must be a JSON object'],
    [{ village: 'x' }, 'Value must be JSON of at most'],
    [`{"village":"${'x'.repeat(QUERY_LIMITS.textLength)}"}`, 'Value must be JSON of at most'],
  ])('refuses %j', (text, message) => {
    const fields = { query: [expect.stringContaining(message)] };
    expect(() => read(text)).toThrow(expect.objectContaining({ fields }));
  });
});
