import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, type SentFile, submission } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { waitForNotifications } from '../../support/wait-for-notifications';
import { messageOf } from './collector-response';

const MAX_XML_BYTES = 20_000;
const MAX_FILE_BYTES = 30_000;

let app: TestApp;
let uid: string;

beforeAll(async () => {
  app = await startApp({
    environment: { MAX_BODY_BYTES: String(MAX_XML_BYTES), MAX_UPLOAD_BYTES: String(MAX_FILE_BYTES) },
  });
  for (const username of ['owner', 'enumerator', 'stranger', 'leaver']) await app.addUser(username);
  await app.addUser('root', { superuser: true });
  ({ uid } = await makeDeployedAsset(app));
  await grant(app, uid, 'enumerator', ['add_submissions']);
});
afterAll(() => app.stop());

interface Row {
  readonly status: number;
  /** Shown by collectors to the enumerator. */
  readonly message: string | RegExp;
  readonly by?: string;
  readonly xml: () => string | Promise<string>;
  readonly files?: readonly SentFile[];
}

const send = (by: string, xml: string, files: readonly SentFile[] = []): Test =>
  submission(app.as(by), xml, files, by === ANONYMOUS ? '/owner/submission' : '/submission');

async function stored(files: readonly SentFile[] = []): Promise<string> {
  const uuid = randomUUID();
  await send('owner', instanceXml(uid, { uuid }), files).expect(201);
  return uuid;
}

const photo = (content: string): SentFile => ({ name: 'p.jpg', content });

const ROWS: Readonly<Record<string, Row>> = {
  'a new submission': { status: 201, message: 'Successful submission.', xml: () => instanceXml(uid) },
  'an edit': {
    status: 201,
    message: 'Successful submission.',
    xml: async () => instanceXml(uid, { deprecates: await stored() }),
  },
  'a duplicate with another file': {
    status: 201,
    message: 'Successful submission.',
    xml: async () => instanceXml(uid, { uuid: await stored() }),
    files: [photo('new')],
  },
  'a duplicate': {
    status: 202,
    message: 'Duplicate Instance',
    xml: async () => instanceXml(uid, { uuid: await stored() }),
  },
  'no XML': { status: 400, message: /^Improperly formatted XML\./, xml: () => '<a' },
  'no answers': {
    status: 400,
    message: 'Received empty submission. No instance was created',
    xml: () => `<data id="${uid}"/>`,
  },
  'no instanceID': {
    status: 400,
    message: 'Instance ID is required',
    xml: () => `<data id="${uid}"><note>x</note></data>`,
  },
  'an instanceID without an identifier': {
    status: 400,
    message: 'Instance ID is required',
    xml: () => `<data id="${uid}"><note>x</note><meta><instanceID>uuid:</instanceID></meta></data>`,
  },
  'a character that can’t be stored': {
    status: 400,
    message: /^Submission rejected: .*NUL/,
    xml: () => instanceXml(uid, { answers: '<note>a\0b</note>' }),
  },
  'a character that XML does not allow': {
    status: 400,
    message: /^Improperly formatted XML\./,
    xml: () => instanceXml(uid, { answers: '<note>a\u0008b</note>' }),
  },
  'no credentials': {
    status: 401,
    message: 'Authentication credentials were not provided.',
    by: ANONYMOUS,
    xml: () => instanceXml(uid),
  },
  'an anonymous edit': {
    status: 401,
    message: 'Authentication credentials were not provided.',
    by: ANONYMOUS,
    xml: async () => instanceXml(uid, { deprecates: await stored() }),
  },
  'a caller without add_submissions': {
    status: 403,
    message: 'Access denied',
    by: 'stranger',
    xml: () => instanceXml(uid),
  },
  'a caller without change_submissions': {
    status: 403,
    message: 'Access denied',
    by: 'enumerator',
    xml: async () => instanceXml(uid, { deprecates: await stored() }),
  },
  'an unknown form': {
    status: 404,
    message: 'Form does not exist on this account',
    xml: () => instanceXml('aNone'),
  },
  'an edit of an unknown submission': {
    status: 404,
    message: 'Invalid submission - deprecatedID not found',
    xml: () => instanceXml(uid, { deprecates: randomUUID() }),
  },
  'other content with the same id': {
    status: 409,
    message: 'Submission with this instance ID already exists',
    xml: async () => instanceXml(uid, { uuid: await stored(), answers: '<note>x</note>' }),
  },
  'other bytes with the same file name': {
    status: 409,
    message: 'Attachment with same name already exists',
    xml: async () => instanceXml(uid, { uuid: await stored([photo('first')]) }),
    files: [photo('second')],
  },
  'an edit of an outdated version': {
    status: 410,
    message: 'Invalid submission - deprecatedID refers to an old version',
    xml: async () => {
      const first = await stored();
      await send('owner', instanceXml(uid, { deprecates: first })).expect(201);
      return instanceXml(uid, { deprecates: first });
    },
  },
  'XML that is too long': {
    status: 413,
    message: new RegExp(`\\b${MAX_XML_BYTES}\\b`),
    xml: () => instanceXml(uid, { answers: `<note>${'x'.repeat(MAX_XML_BYTES)}</note>` }),
  },
  'files that are too large': {
    status: 413,
    message: new RegExp(`\\b${MAX_FILE_BYTES}\\b`),
    xml: () => instanceXml(uid),
    files: [photo('x'.repeat(2 * MAX_FILE_BYTES))],
  },
};

describe('the response to a submission', () => {
  it.each(Object.entries(ROWS))('%s', async (_, { status, message, by = 'owner', xml, files }) => {
    const response = await send(by, await xml(), files);
    expect([response.status, messageOf(response)]).toEqual([
      status,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
    // Collectors show a message with a nature, and any status but 201, as an error.
    expect(response.text.includes('<message nature="">')).toBe(status !== 201);
  });

  it('uses the message of the form on success', async () => {
    const answers = '<consent>yes</consent><thanks>Asante &amp; &lt;karibu&gt;</thanks>';
    const xml = instanceXml(uid, { answers }).replace(
      `<${uid} `,
      `<${uid} xmlns:kobo="http://kobotoolbox.org/xforms" kobo:submitMessage="/${uid}/thanks" `,
    );
    const { text } = await send('owner', xml).expect(201);
    expect(text).toContain('<message>Asante &amp; &lt;karibu&gt;</message>');
    expect(text).toContain('<submissionMetadata ');
  });

  it('is 405 while the account of the owner is closed, and the form is not listed', async () => {
    const { uid: closedUid } = await makeDeployedAsset(app, { owner: 'leaver' });
    const leavers = { owner: 'leaver' };
    await grant(app, closedUid, 'enumerator', ['add_submissions', 'view_submissions'], leavers);
    const list = async (path: string): Promise<string> =>
      (await app.as('enumerator').get(path).expect(200)).text;
    const setActive = async (is_active: boolean): Promise<void> => {
      await app.as('root').patch('/api/v2/users/leaver/').send({ is_active }).expect(200);
      await waitForNotifications(app);
    };
    await submission(app.as('enumerator'), instanceXml(closedUid)).expect(201);
    expect(await list('/formList')).toContain(closedUid);

    await setActive(false);
    const refused = await submission(app.as('enumerator'), instanceXml(closedUid)).expect(405);
    expect(messageOf(refused)).toBe('Account is not active');
    const sent = {
      id: closedUid,
      submission: { consent: 'yes', meta: { instanceID: `uuid:${randomUUID()}` } },
    };
    const { body } = await app.as('enumerator').post('/submission').send(sent).expect(405);
    expect(body).toEqual({ error: 'Account is not active' });
    expect(await list('/formList')).not.toContain(closedUid);

    await setActive(true);
    await submission(app.as('enumerator'), instanceXml(closedUid)).expect(201);
    expect(await list('/formList')).toContain(closedUid);
  });
});

describe('the form list behind a username', () => {
  it('contains public forms that its user owns or manages', async () => {
    await app.addUser('manager');
    const [open, closed, onlyShared] = [
      await makeDeployedAsset(app),
      await makeDeployedAsset(app),
      await makeDeployedAsset(app),
    ];
    for (const each of [open, closed]) await grant(app, each.uid, 'manager', ['manage_asset']);
    await grant(app, onlyShared.uid, 'manager', ['change_asset', 'add_submissions']);
    for (const each of [open, onlyShared]) await grant(app, each.uid, ANONYMOUS, ['add_submissions']);
    const { text } = await app.as(ANONYMOUS).get('/manager/formList').expect(200);
    const listed = [...text.matchAll(/<formID>(.*?)<\/formID>/g)].map(([, id]) => id);
    expect(listed).toEqual([open.uid]);
  });
});
