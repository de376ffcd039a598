import { withDateModifiedSql, withStatusSql } from '../../../src/database/query/scope-sql';
import {
  renderSubmission,
  type SubmissionFacts,
  validationStatusJson,
} from '../../../src/domain/submission/submission-json';
import type { ValidationStatus } from '../../../src/domain/submission/validation-status';
import { startApp, type TestApp } from '../../support/app';

/** Contains the members around which the text is changed. */
const HOSTILE = ',"_validation_status":{},"_submitted_by":"x","_date_modified":"x"}';
const APPROVED: ValidationStatus = {
  timestamp: 1772352885,
  uid: 'validation_status_approved',
  by_whom: 'it\'s "me"',
  label: 'Approved',
};
const MODIFIED = '"2026-03-03T00:00:00.000000Z"}';

const plain: SubmissionFacts = {
  answers: { membersJson: '"name":"Asha"', geolocation: [null, null], isEncrypted: false },
  formId: 'aSAv',
  uuid: '3f15',
  rootUuid: '3f15',
  attachmentsJson: '[]',
  submittedAt: new Date('2026-03-01T08:14:45Z'),
  submittedBy: 'ann',
  validationStatus: null,
  modifiedAt: new Date('2026-03-02T00:00:00Z'),
};
const CASES: readonly [string, SubmissionFacts][] = [
  ['a plain submission', plain],
  ['an approved one', { ...plain, validationStatus: APPROVED }],
  ['an anonymous one with a supplement', { ...plain, submittedBy: null, supplementJson: '{"a":{"b":1}}' }],
  [
    'answers and names that look like its members',
    {
      ...plain,
      answers: { ...plain.answers, membersJson: `"note":${JSON.stringify(HOSTILE)},"größe":"ß𝄞"` },
      submittedBy: HOSTILE,
      supplementJson: JSON.stringify({ note: HOSTILE }),
    },
  ],
];

describe('SQL that changes the JSON text of a submission', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const change = async (sql: string, values: readonly string[]): Promise<string> => {
    const text = `SELECT ${sql} AS json FROM (SELECT $1::text AS json) AS s`;
    const [row] = await app.rows<{ json: string }>(text, [...values]);
    return row!.json;
  };

  it.each(CASES)('replaces status and time of %s alone', async (_, facts) => {
    const text = `{"_id":1,${renderSubmission(facts)}}`;
    for (const status of [APPROVED, null]) {
      const json = await change(withStatusSql('s.json', '$2::text', '$3::text'), [
        text,
        validationStatusJson(status),
        MODIFIED,
      ]);
      expect(JSON.parse(json)).toEqual({
        ...(JSON.parse(text) as object),
        _validation_status: status ?? {},
        _date_modified: '2026-03-03T00:00:00.000000Z',
      });
    }
    const json = await change(withDateModifiedSql('s.json', '$2::text'), [text, MODIFIED]);
    expect(JSON.parse(json)).toEqual({
      ...(JSON.parse(text) as object),
      _date_modified: '2026-03-03T00:00:00.000000Z',
    });
  });
});
