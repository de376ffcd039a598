import { csvColumns, csvHead, csvRow } from './submission-csv';

describe('submissions as CSV', () => {
  const columns = csvColumns(['b', 'g/a', 'never'], ['_uuid', 'g/a', 'gone', 'b', 'kid']);

  it('has the answers in the order of the form, those of other versions, and what the service adds', () => {
    expect(columns.slice(0, 4)).toEqual(['b', 'g/a', 'gone', 'kid']);
    expect(csvHead(columns)).toBe(
      '"b";"g/a";"gone";"kid";"_id";"_uuid";"meta/rootUuid";"_submission_time";"_date_modified";"_submitted_by";' +
        '"_validation_status"\r\n',
    );
  });

  it('quotes everything, shows repeats as JSON and a verdict by its label', () => {
    const submission = {
      _id: 7,
      b: 'say "x";\ny',
      kid: [{ 'kid/a': '1' }],
      _submitted_by: null,
      _validation_status: { uid: 'validation_status_approved', label: 'Approved' },
    };
    expect(csvRow(columns, JSON.stringify(submission))).toBe(
      '"say ""x"";\ny";"";"";"[{""kid/a"":""1""}]";"7";"";"";"";"";"";"Approved"\r\n',
    );
  });
});
