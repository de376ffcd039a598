import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, type SentFile, submission } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { allHeard } from '../../support/change-heard';
import { messageOf } from './collector-answer';

const LONGEST_XML = 20_000;
const LARGEST_FILES = 30_000;

let app: TestApp;
let uid: string;

beforeAll(async () => {
  app = await startApp({
    environment: { MAX_BODY_BYTES: String(LONGEST_XML), MAX_UPLOAD_BYTES: String(LARGEST_FILES) },
  });
  for (const username of ['owner', 'enumerator', 'stranger', 'leaver']) await app.addUser(username);
  await app.addUser('root', { superuser: true });
  ({ uid } = await makeDeployedAsset(app));
  await grant(app, uid, 'enumerator', ['add_submissions']);
});
afterAll(() => app.stop());

interface Row {
  readonly status: number;
  /** As collectors show it to the enumerator. */
  readonly sentence: string | RegExp;
  readonly by?: string;
  readonly xml: () => string | Promise<string>;
  readonly files?: readonly SentFile[];
}

const send = (by: string, xml: string, files: readonly SentFile[] = []): Test =>
  submission(app.as(by), xml, files, by === ANONYMOUS ? '/owner/submission' : '/submission');

/** A submission that is there already. @returns its uuid */
async function stored(files: readonly SentFile[] = []): Promise<string> {
  const uuid = randomUUID();
  await send('owner', instanceXml(uid, { uuid }), files).expect(201);
  return uuid;
}

const photo = (content: string): SentFile => ({ name: 'p.jpg', content });

const ROWS: Readonly<Record<string, Row>> = {
  'what is new': { status: 201, sentence: 'Successful submission.', xml: () => instanceXml(uid) },
  'an edit': {
    status: 201,
    sentence: 'Successful submission.',
    xml: async () => instanceXml(uid, { deprecates: await stored() }),
  },
  'the same, with another file': {
    status: 201,
    sentence: 'Successful submission.',
    xml: async () => instanceXml(uid, { uuid: await stored() }),
    files: [photo('new')],
  },
  'the same': {
    status: 202,
    sentence: 'Duplicate Instance',
    xml: async () => instanceXml(uid, { uuid: await stored() }),
  },
  'no XML': { status: 400, sentence: /^Improperly formatted XML\./, xml: () => '<a' },
  'no answers': {
    status: 400,
    sentence: 'Received empty submission. No instance was created',
    xml: () => `<data id="${uid}"/>`,
  },
  'no instanceID': {
    status: 400,
    sentence: 'Instance ID is required',
    xml: () => `<data id="${uid}"><note>x</note></data>`,
  },
  'a character that can not be kept': {
    status: 400,
    sentence: /^Submission rejected: .*NUL/,
    xml: () => instanceXml(uid, { answers: '<note>a\0b</note>' }),
  },
  'a character that no XML holds': {
    status: 400,
    sentence: /^Improperly formatted XML\./,
    xml: () => instanceXml(uid, { answers: '<note>a\u0008b</note>' }),
  },
  'no credentials': {
    status: 401,
    sentence: 'Authentication credentials were not provided.',
    by: ANONYMOUS,
    xml: () => instanceXml(uid),
  },
  'an edit by nobody': {
    status: 401,
    sentence: 'Authentication credentials were not provided.',
    by: ANONYMOUS,
    xml: async () => instanceXml(uid, { deprecates: await stored() }),
  },
  'no right to add': { status: 403, sentence: 'Access denied', by: 'stranger', xml: () => instanceXml(uid) },
  'no right to edit': {
    status: 403,
    sentence: 'Access denied',
    by: 'enumerator',
    xml: async () => instanceXml(uid, { deprecates: await stored() }),
  },
  'no such form': {
    status: 404,
    sentence: 'Form does not exist on this account',
    xml: () => instanceXml('aNone'),
  },
  'an edit of nothing': {
    status: 404,
    sentence: 'Invalid submission - deprecatedID not found',
    xml: () => instanceXml(uid, { deprecates: randomUUID() }),
  },
  'other content of the same id': {
    status: 409,
    sentence: 'Submission with this instance ID already exists',
    xml: async () => instanceXml(uid, { uuid: await stored(), answers: '<note>x</note>' }),
  },
  'other bytes of the same name': {
    status: 409,
    sentence: 'Attachment with same name already exists',
    xml: async () => instanceXml(uid, { uuid: await stored([photo('first')]) }),
    files: [photo('second')],
  },
  'an edit of what was edited since': {
    status: 410,
    sentence: 'Invalid submission - deprecatedID refers to an old version',
    xml: async () => {
      const first = await stored();
      await send('owner', instanceXml(uid, { deprecates: first })).expect(201);
      return instanceXml(uid, { deprecates: first });
    },
  },
  'XML that is too long': {
    status: 413,
    sentence: new RegExp(`\\b${LONGEST_XML}\\b`),
    xml: () => instanceXml(uid, { answers: `<note>${'x'.repeat(LONGEST_XML)}</note>` }),
  },
  'files that are too large': {
    status: 413,
    sentence: new RegExp(`\\b${LARGEST_FILES}\\b`),
    xml: () => instanceXml(uid),
    files: [photo('x'.repeat(2 * LARGEST_FILES))],
  },
};

describe('what a collector is told of a submission', () => {
  it.each(Object.entries(ROWS))('%s', async (_, { status, sentence, by = 'owner', xml, files }) => {
    const answer = await send(by, await xml(), files);
    expect([answer.status, messageOf(answer)]).toEqual([
      status,
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    ]);
    // Anything with a nature is shown as what went wrong, and so is everything but 201.
    expect(answer.text.includes('<message nature="">')).toBe(status !== 201);
  });

  it('in the words that the form itself names, where all went well', async () => {
    const answers = '<consent>yes</consent><thanks>Asante &amp; &lt;karibu&gt;</thanks>';
    const xml = instanceXml(uid, { answers }).replace(
      `<${uid} `,
      `<${uid} xmlns:kobo="http://kobotoolbox.org/xforms" kobo:submitMessage="/${uid}/thanks" `,
    );
    const { text } = await send('owner', xml).expect(201);
    expect(text).toContain('<message>Asante &amp; &lt;karibu&gt;</message>');
    expect(text).toContain('<submissionMetadata ');
  });

  it('while the account of the owner is closed: 405, and the form is in no list', async () => {
    const { uid: left } = await makeDeployedAsset(app, { owner: 'leaver' });
    const leavers = { owner: 'leaver' };
    await grant(app, left, 'enumerator', ['add_submissions', 'view_submissions'], leavers);
    const list = async (path: string): Promise<string> =>
      (await app.as('enumerator').get(path).expect(200)).text;
    const setActive = async (is_active: boolean): Promise<void> => {
      await app.as('root').patch('/api/v2/users/leaver/').send({ is_active }).expect(200);
      await allHeard(app);
    };
    await submission(app.as('enumerator'), instanceXml(left)).expect(201);
    expect(await list('/formList')).toContain(left);

    await setActive(false);
    const refused = await submission(app.as('enumerator'), instanceXml(left)).expect(405);
    expect(messageOf(refused)).toBe('Account is not active');
    const sent = { id: left, submission: { consent: 'yes', meta: { instanceID: `uuid:${randomUUID()}` } } };
    const { body } = await app.as('enumerator').post('/submission').send(sent).expect(405);
    expect(body).toEqual({ error: 'Account is not active' });
    expect(await list('/formList')).not.toContain(left);

    await setActive(true);
    await submission(app.as('enumerator'), instanceXml(left)).expect(201);
    expect(await list('/formList')).toContain(left);
  });
});

describe('the forms behind a username', () => {
  it('are those that its user owns or manages, and that anybody may fill in', async () => {
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
