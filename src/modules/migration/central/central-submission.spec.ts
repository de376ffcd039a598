import { numberSubmissions, readListed, toSubmission } from './central-submission';

const listed = (instanceId: string, submissionDate: string, system: object = {}) =>
  readListed({ __id: instanceId, __system: { submissionDate, ...system } });

const MORNING = '2024-03-01T08:00:00.000Z';

describe('numberSubmissions', () => {
  it('orders by time, and gives the same numbers whatever is beside them', () => {
    const all = ['a', 'b', 'c', 'd'].map((id, index) =>
      listed(`uuid:${id}`, `2024-03-0${4 - index}T08:00:00Z`),
    );
    const numbers = new Map(numberSubmissions(all).map(({ instanceId, id }) => [instanceId, id]));
    expect([...numbers.keys()]).toEqual(['uuid:d', 'uuid:c', 'uuid:b', 'uuid:a']);
    for (const { instanceId, id } of numberSubmissions([all[3]!, all[1]!]))
      expect(id).toBe(numbers.get(instanceId));
  });

  it('gives different safe integers to submissions of one moment', () => {
    const many = Array.from({ length: 3000 }, (_, index) =>
      listed(`uuid:${index}`, '2099-12-31T23:59:59.999Z'),
    );
    const ids = numberSubmissions(many).map(({ id }) => id);
    expect(new Set(ids).size).toBe(3000);
    expect(ids.every(Number.isSafeInteger)).toBe(true);
    expect(numberSubmissions(many.toReversed()).map(({ id }) => id)).toEqual(ids);
  });
});

describe('readListed', () => {
  it.each([
    ['approved', 'validation_status_approved'],
    ['rejected', 'validation_status_not_approved'],
    ['hasIssues', 'validation_status_on_hold'],
    ['edited', undefined],
    [null, undefined],
  ])('maps the review state %s', (reviewState, uid) => {
    expect(listed('uuid:a', MORNING, { reviewState }).status?.uid).toBe(uid);
  });

  it('reads an empty object as a submission without parts', () => {
    expect(readListed({})).toMatchObject({ instanceId: '', submitter: null, status: null, isEdited: false });
  });
});

describe('toSubmission', () => {
  it('has the newest uuid and the first one as root', () => {
    const [numbered] = numberSubmissions([listed('uuid:a', MORNING, { submitterName: 'Team', edits: 1 })]);
    const details = { currentId: 'uuid:b', versionUid: undefined, attachments: [], notes: [], earlier: [] };
    expect(toSubmission(numbered!, details)).toMatchObject({
      key: 'uuid:a',
      uuid: 'b',
      rootUuid: 'a',
      submittedBy: 'Team',
      submittedAt: new Date(MORNING),
    });
  });
});
