import {
  renderSubmission,
  type SubmissionFacts,
  submissionRow,
  submissionTime,
  withAttachments,
  attachmentsJson,
} from './submission-json';
import { fillMarkers } from '../text/url-text';

const submission: SubmissionFacts = {
  answers: {
    membersJson: '"person/name":"Asha","__version__":"vW"',
    geolocation: [-1.286389, 36.817223],
    isEncrypted: false,
  },
  formId: 'aSAv',
  uuid: '3f15',
  rootUuid: '3f15',
  attachmentsJson: '[]',
  submittedAt: new Date('2026-03-01T08:14:45.999Z'),
  submittedBy: 'ann',
  validationStatus: null,
  modifiedAt: new Date('2026-03-02T00:00:00.125Z'),
};
const approved = {
  timestamp: 1772352885,
  uid: 'validation_status_approved',
  by_whom: 'owner',
  label: 'Approved',
} as const;

/** Answer that contains the delimiters of the text. */
const hostile = JSON.stringify(
  ',"_attachments":[],"_status":"x","_validation_status":{},"_submitted_by":"x"',
);

describe('renderSubmission', () => {
  it('renders the members in the order of the contract', () => {
    expect('{"_id":1234,' + renderSubmission(submission) + '}').toBe(
      '{"_id":1234,"person/name":"Asha","__version__":"vW","meta/rootUuid":"uuid:3f15","_xform_id_string":"aSAv",' +
        '"_uuid":"3f15","_attachments":[],"_status":"submitted_via_web","_geolocation":[-1.286389,36.817223],' +
        '"_submission_time":"2026-03-01T08:14:45","_validation_status":{},"_submitted_by":"ann",' +
        '"_date_modified":"2026-03-02T00:00:00.125000Z"}',
    );
  });

  it('renders an anonymous, empty submission without a geolocation', () => {
    const text = renderSubmission({
      ...submission,
      answers: { membersJson: '', geolocation: [null, null], isEncrypted: false },
      rootUuid: 'kobotoolbox.org:123',
      submittedBy: null,
      validationStatus: approved,
    });
    expect(JSON.parse(`{${text}}`)).toEqual({
      'meta/rootUuid': 'kobotoolbox.org:123',
      _xform_id_string: 'aSAv',
      _uuid: '3f15',
      _attachments: [],
      _status: 'submitted_via_web',
      _geolocation: [null, null],
      _submission_time: '2026-03-01T08:14:45',
      _validation_status: {
        timestamp: 1772352885,
        uid: 'validation_status_approved',
        by_whom: 'owner',
        label: 'Approved',
      },
      _submitted_by: null,
      _date_modified: '2026-03-02T00:00:00.125000Z',
    });
  });

  it('renders whole seconds without a zone', () => {
    expect(submissionTime(new Date('2026-12-31T23:59:59.999Z'))).toBe('2026-12-31T23:59:59');
  });
});

describe('stored text', () => {
  const facts = { ...submission, answers: { ...submission.answers, membersJson: `"a":${hostile}` } };
  const location = { assetUid: 'aSAv', formUuid: '8b1f', rootUuid: '3f15' };
  const file = { uid: 'att1', fileName: 'a.jpg', mimetype: 'image/jpeg', deleted: false, questionXpath: 'p' };
  const attachments = attachmentsJson([file], location);

  it('replaces attachments, with markers or without, and the modification date', () => {
    const modifiedAt = new Date('2027-01-01T00:00:00Z');
    const changed = withAttachments(submissionRow(1, renderSubmission(facts)), attachments, modifiedAt);
    const other = { ...facts, modifiedAt };
    const rendered = `{"_id":1,${renderSubmission({ ...other, attachmentsJson: attachments })}}`;
    expect(changed).toBe(rendered);
    const filled = fillMarkers(changed, { host: 'https://h', ownerUsername: 'o', submissionId: 1 });
    expect(withAttachments(filled, '[]', modifiedAt)).toBe(submissionRow(1, renderSubmission(other)));
  });

  it('throws for a text without the expected members', () => {
    const now = new Date(0);
    expect(() => withAttachments('{"_id":1}', '[]', now)).toThrow(RangeError);
    expect(() => withAttachments('{"_id":1,"_attachments":[]}', '[]', now)).toThrow(RangeError);
    expect(() => withAttachments('{"_id":1,"_status":""}', '[]', now)).toThrow(RangeError);
  });

  it('has the submission id in attachment links', () => {
    const row = submissionRow(7, renderSubmission({ ...facts, attachmentsJson: attachments }));
    expect(row).toContain('/data/7/attachments/att1/');
    expect(JSON.parse(row)._id).toBe(7);
  });
});
