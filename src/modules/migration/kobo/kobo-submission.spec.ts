import { instanceUuid, readSubmission, splitInstances } from './kobo-submission';

const UUID = 'c1b2c3d4-0000-4000-8000-000000000001';

/** As KoboToolbox answers, with members that are not used left out. */
const SUBMISSION = {
  _id: 4711,
  _uuid: UUID,
  'meta/rootUuid': `uuid:${UUID}`,
  _attachments: [
    {
      download_url: 'https://kf.example/api/v2/assets/aAlbum/data/4711/attachments/attOne/',
      mimetype: 'image/png',
      filename: 'anna/attachments/f/c1b2/first_photo.png',
      media_file_basename: 'first photo.png',
      uid: 'attOne',
      is_deleted: false,
      question_xpath: 'photo',
    },
  ],
  _submission_time: '2026-03-01T08:12:00',
  _validation_status: {
    timestamp: 1772352000,
    uid: 'validation_status_approved',
    by_whom: 'ben',
    color: '#00ff00',
    label: 'Approved',
  },
  _submitted_by: 'anna',
};

describe('readSubmission', () => {
  it('reads ids, times in UTC, status and attachments', () => {
    expect(readSubmission(SUBMISSION)).toEqual({
      id: 4711,
      uuid: UUID,
      rootUuid: UUID,
      submittedBy: 'anna',
      submittedAt: new Date('2026-03-01T08:12:00Z'),
      validationStatus: {
        timestamp: 1772352000,
        uid: 'validation_status_approved',
        by_whom: 'ben',
        label: 'Approved',
      },
      attachments: [{ uid: 'attOne', name: 'first photo.png', mimetype: 'image/png', deleted: false }],
    });
  });

  it('reads older servers: no root uuid, numbers of attachments, a name in the path only', () => {
    const { 'meta/rootUuid': _, ...older } = SUBMISSION;
    const attachment = { id: 12, filename: 'anna/attachments/f/c1b2/photo.jpg', mimetype: 'image/jpeg' };
    const read = readSubmission({ ...older, _validation_status: {}, _attachments: [attachment] });
    expect(read).toMatchObject({ rootUuid: UUID, validationStatus: null });
    expect(read.attachments).toEqual([
      { uid: '12', name: 'photo.jpg', mimetype: 'image/jpeg', deleted: false },
    ]);
  });

  it.each([null, '', undefined])('reads the submitter %j as anonymous', (name) => {
    expect(readSubmission({ ...SUBMISSION, _submitted_by: name }).submittedBy).toBeNull();
  });

  it('keeps the identity of edits, and schemes other than uuid', () => {
    const edited = { ...SUBMISSION, _uuid: 'new', 'meta/rootUuid': 'kobotoolbox.org:123' };
    expect(readSubmission(edited)).toMatchObject({ uuid: 'new', rootUuid: 'kobotoolbox.org:123' });
  });
});

describe('splitInstances', () => {
  const list = (instances: string): string =>
    `<?xml version="1.0" encoding="utf-8"?><root><count>2</count><next>None</next><previous>None</previous><results>${instances}</results></root>`;

  it('returns each instance exactly as written', () => {
    const instances = [
      `<a id="a" xmlns:h="x"><name>Ünï &amp; &lt;co&gt; 🌍</name><results>1</results><b/></a>`,
      `<a id='a' version="1"><!-- note --><meta><instanceID>uuid:2</instanceID></meta></a>`,
      '<a/>',
    ];
    expect(splitInstances(list(instances.join('')))).toEqual(instances);
    expect(splitInstances(list(instances.join('\n')))).toEqual(instances);
    expect(splitInstances(list(''))).toEqual([]);
    expect(splitInstances('<root><count>0</count><results/></root>')).toEqual([]);
  });

  it.each([list('<a>').slice(0, -40), '', '<root><results><a></results></root>', 'no XML'])(
    'throws a SyntaxError for %j',
    (text) => {
      expect(() => splitInstances(text)).toThrow(SyntaxError);
    },
  );
});

describe('instanceUuid', () => {
  it.each([
    ['<a><meta><instanceID>uuid:1</instanceID></meta></a>', '1'],
    ['<a><orx:meta><orx:instanceID> uuid:1 </orx:instanceID></orx:meta></a>', '1'],
    ['<a><meta><instanceID>kobo:1</instanceID></meta></a>', 'kobo:1'],
    ['<a><meta/></a>', undefined],
  ])('reads %s', (xml, uuid) => expect(instanceUuid(xml)).toBe(uuid));
});
