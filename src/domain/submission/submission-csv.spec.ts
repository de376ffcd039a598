import fc from '../../../test/fixtures/fast-check';
import { csvLine } from '../text/csv-line';
import { csvColumns, SubmissionCsv } from './submission-csv';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe('SubmissionCsv', () => {
  const columns = csvColumns(['b', 'g/a', 'never'], ['_uuid', 'g/a', 'gone', 'b', 'kid']);
  const written = (shown: readonly string[], jsons: readonly string[], around = '-'): string => {
    const csv = new SubmissionCsv(shown);
    for (const json of jsons) {
      const bytes = Uint8Array.from(Buffer.from(`${around}${json}${around}`));
      csv.row(bytes, around.length, bytes.length - around.length);
    }
    return text(csv.take());
  };
  const rows = (...jsons: string[]): string => written(columns, jsons);

  it('orders columns by form, other versions and system columns', () => {
    expect(columns.slice(0, 4)).toEqual(['b', 'g/a', 'gone', 'kid']);
    expect(text(new SubmissionCsv(columns).header())).toBe(
      '"b";"g/a";"gone";"kid";"_id";"_uuid";"meta/rootUuid";"_submission_time";"_date_modified";"_submitted_by";' +
        '"_validation_status"\r\n',
    );
  });

  it('quotes all cells, writes repeats as JSON and the validation status as its label', () => {
    const submission = {
      _id: 7,
      b: 'say "x";\ny',
      kid: [{ 'kid/a': '1' }],
      _submitted_by: null,
      _validation_status: { uid: 'validation_status_approved', label: 'Approved' },
    };
    expect(rows(JSON.stringify(submission))).toBe(
      '"say ""x"";\ny";"";"";"[{""kid/a"":""1""}]";"7";"";"";"";"";"";"Approved"\r\n',
    );
  });

  it('reads JSON with spaces and escapes', () => {
    expect(rows('{"_id": 7, "b": "x"}', '{"\\u0062":"y","_id":007e0}'.replace('007e0', '7e0'))).toBe(
      '"x";"";"";"";"7";"";"";"";"";"";""\r\n"y";"";"";"";"7";"";"";"";"";"";""\r\n',
    );
  });

  it('prevents formula injection and preserves numbers', () => {
    expect(rows('{"b":"=1+1","gone":"-7","kid":"+255 7 x"}')).toMatch(/^"'=1\+1";"";"-7";"'\+255 7 x";/);
  });

  it('copies texts of any length', () => {
    const texts = Array.from({ length: 600 }, (_, length) => 'aé漢'.repeat(length).slice(0, length));
    const jsons = texts.map((each) => JSON.stringify({ b: each, 'g/a': [each], gone: `x${each}` }));
    const expected = texts.map((each) => csvLine([each, JSON.stringify([each]), `x${each}`]));
    expect(written(['b', 'g/a', 'gone'], jsons, '')).toBe(expected.join(''));
  });

  it('throws for truncated JSON without reading past its end', () => {
    const whole = '{"_id":7,"b":"x \\" y","kid":[{"a":"]"}],"gone":null}';
    for (let length = 0; length < whole.length; length += 1) {
      const bytes = Buffer.from(whole);
      expect(() => new SubmissionCsv(columns).row(bytes, 0, length)).toThrow(SyntaxError);
    }
  });

  it('equals the CSV of the parsed answers, in any order of keys', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('=', '-', '+', '@', '\t', '"', '\\', ';', '1', ' ', 'é', '漢', '}', ']', ','),
      }),
      fc.jsonValue(),
      fc.integer(),
    );
    const usual = ['', 'a', 'b', 'g/a', 'g/longer_name', 'g/longer_names', 'ü', 'q"', 'back\\slash'];
    const key = fc.oneof(fc.constantFrom(...usual), fc.string());
    const submission = fc.array(fc.tuple(key, value)).map((members) => Object.fromEntries(members));
    const around = fc.constantFrom('', '-', '"', '}}}}', '\\"\\"\\"');
    fc.assert(
      fc.property(fc.array(submission), fc.array(key), around, (submissions, asked, beside) => {
        const named = [...new Set(asked)].filter((each) => each !== '_validation_status');
        const shown = ['_id', ...named];
        const expected = submissions.map((each) =>
          csvLine(
            shown.map((name) => {
              const answer = Object.hasOwn(each, name) ? each[name] : undefined;
              if (answer === undefined || answer === null) return '';
              return typeof answer === 'string' ? answer : JSON.stringify(answer);
            }),
          ),
        );
        const jsons = submissions.map((each) => JSON.stringify(each));
        expect(written(shown, jsons, beside)).toBe(expected.join(''));
      }),
    );
  });
});
