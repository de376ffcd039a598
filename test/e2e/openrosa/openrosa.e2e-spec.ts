import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Response } from 'supertest';
import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, type SentFile, submission, submit } from '../../factories/submission.factory';
import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';
import { PartialRequest } from '../../support/partial-request';
import { sendRaw } from '../../support/raw-request';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ environment: { MAX_BODY_BYTES: '200000', MAX_UPLOAD_BYTES: '300000' } });
  for (const username of ['owner', 'enumerator', 'manager', 'stranger']) await app.addUser(username);
  await app.addUser('superuser', { superuser: true });
});
afterAll(() => app.stop());

const owner = () => app.as('owner');

/** Every answer to a collector, good or bad, is OpenRosa's. */
function expectOpenRosa({ headers, text, status }: Response): void {
  expect(headers['x-openrosa-version']).toBe('1.0');
  expect(headers['x-openrosa-accept-content-length']).toBe('10000000');
  expect(Number.isNaN(Date.parse(headers['date']!))).toBe(false);
  expect(headers['content-type']).toBe('text/xml; charset=utf-8');
  if (status === 204) return;
  expect(text.startsWith('<?xml version="1.0" encoding="utf-8"?>')).toBe(true);
}

function messageOf(answer: Response): string {
  expectOpenRosa(answer);
  return /<message[^>]*>(.*?)<\/message>/s.exec(answer.text)?.[1] ?? '';
}

/** A date of a receipt. */
const DATE = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}\\+00:00';

describe('formList', () => {
  const listed = ({ text }: Response): string[] =>
    [...text.matchAll(/<formID>(.*?)<\/formID>/g)].map(([, id]) => id!);

  it('shows a form as collectors expect it, with links that work', async () => {
    const { uid } = await makeDeployedAsset(app, { name: 'A & B', settings: { description: '<why>' } });
    const answer = await owner().get(`/formList?formID=${uid}`).expect(200);
    expectOpenRosa(answer);
    const form = await owner().get(`/forms/${uid}/form.xml`).expect(200);
    expectOpenRosa(form);
    const hash = createHash('md5').update(form.text).digest('hex');
    const version = /<version>(.*?)<\/version>/.exec(answer.text)![1]!;
    expect(version).toMatch(/^1 \(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\)$/);
    expect(form.text).toContain(`version="${version}"`);
    expect(answer.text).toBe(
      '<?xml version="1.0" encoding="utf-8"?>\n<xforms xmlns="http://openrosa.org/xforms/xformsList"><xform>' +
        `<formID>${uid}</formID><name>A &amp; B</name><majorMinorVersion>${version}</majorMinorVersion><version>${version}</version>` +
        `<hash>md5:${hash}</hash><descriptionText>A &amp; B</descriptionText>` +
        `<downloadUrl>${app.origin}/forms/${uid}/form.xml</downloadUrl>` +
        `<manifestUrl>${app.origin}/xformsManifest/${uid}</manifestUrl></xform></xforms>`,
    );
    const manifest = await owner().get(`/xformsManifest/${uid}`).expect(200);
    expect(manifest.text).toContain('<manifest xmlns="http://openrosa.org/xforms/xformsManifest">');
  });

  it('lists the forms that the caller may submit to: view alone is not enough', async () => {
    const [own, mayAdd, mayView, archived, draft] = [
      await makeDeployedAsset(app, { owner: 'enumerator' }),
      await makeDeployedAsset(app),
      await makeDeployedAsset(app),
      await makeDeployedAsset(app, { owner: 'enumerator', active: false }),
      await makeAsset(app, { owner: 'enumerator' }),
    ];
    await grant(app, mayAdd.uid, 'enumerator', ['add_submissions']);
    await grant(app, mayView.uid, 'enumerator', ['view_submissions']);
    const ids = listed(await app.as('enumerator').get('/formList').expect(200));
    expect(ids.sort()).toEqual([own.uid, mayAdd.uid].sort());
    expect(ids).not.toContain(archived.uid);
    expect(ids).not.toContain(draft.uid);
    expect(listed(await app.as('superuser').get('/formList').expect(200))).toEqual(
      expect.arrayContaining([own.uid, mayAdd.uid, mayView.uid]),
    );
  });

  it('puts what anybody may fill in into the list of nobody but those it was given to', async () => {
    const open = await makeDeployedAsset(app);
    await grant(app, open.uid, ANONYMOUS, ['add_submissions']);
    expect(listed(await app.as('stranger').get('/formList').expect(200))).not.toContain(open.uid);
    expect(listed(await app.as('stranger').get('/owner/formList').expect(200))).toContain(open.uid);
    expect(listed(await owner().get('/formList').expect(200))).toContain(open.uid);
    await submit(app, open.uid, { by: 'stranger' });
  });

  it('answers a HEAD with 204, and asks strangers to sign in', async () => {
    expectOpenRosa(await owner().head('/formList').expect(204));
    expectOpenRosa(await app.as(ANONYMOUS).head('/owner/formList').expect(204));
    await app.as(ANONYMOUS).head('/formList').expect(401);
  });

  it.each(['forms/:uid/form.xml', 'xformsManifest/:uid'])(
    'hides %s from who may not submit (404), whether it is there or not',
    async (path) => {
      const { uid } = await makeDeployedAsset(app);
      await grant(app, uid, 'enumerator', ['add_submissions']);
      await grant(app, uid, 'manager', ['view_submissions']);
      const ask = (who: string, asset = uid) => app.as(who).get(`/${path.replace(':uid', asset)}`);
      await ask('enumerator').expect(200);
      const hidden = await ask('stranger').expect(404);
      expect(messageOf(hidden)).toBe('Not found.');
      expect((await ask('stranger', 'aNothingNothingNothing').expect(404)).text).toBe(hidden.text);
      await ask('manager').expect(404);
      await ask(ANONYMOUS).expect(401);
      await ask(ANONYMOUS, 'aNothingNothingNothing').expect(401);
    },
  );

  it.each([
    ['archived', () => makeDeployedAsset(app, { active: false })],
    ['draft', () => makeAsset(app)],
  ])('gives out no %s form, nor its manifest (404)', async (_, make) => {
    const { uid } = await make();
    for (const path of [`/forms/${uid}/form.xml`, `/xformsManifest/${uid}`, `/owner/xformsManifest/${uid}`]) {
      expect(messageOf(await owner().get(path).expect(404))).toBe('Not found.');
    }
  });

  it('lists behind a username the forms of that user that need no sign-in', async () => {
    const open = await makeDeployedAsset(app, { owner: 'manager' });
    const closed = await makeDeployedAsset(app, { owner: 'manager' });
    await grant(app, open.uid, ANONYMOUS, ['add_submissions'], { owner: 'manager' });
    const answer = await app.as(ANONYMOUS).get('/manager/formList').expect(200);
    expect(listed(answer)).toEqual([open.uid]);
    expect(answer.text).toContain(
      `<downloadUrl>${app.origin}/manager/forms/${open.uid}/form.xml</downloadUrl>`,
    );
    expect(listed(await app.as('manager').get('/manager/formList').expect(200)).sort()).toEqual(
      [open.uid, closed.uid].sort(),
    );
    expect(listed(await app.as(ANONYMOUS).get('/owner/formList').expect(200))).not.toContain(open.uid);
    expect(listed(await app.as(ANONYMOUS).get('/nobody/formList').expect(200))).toEqual([]);
    expect(listed(await app.as('manager').get(`/formList?formID=${closed.uid}`))).toEqual([closed.uid]);
    expect(listed(await app.as('manager').get('/formList?formID=none'))).toEqual([]);
    expect(listed(await app.as('manager').get('/formList?formID='))).toContain(closed.uid);
  });

  it('asks an anonymous caller to sign in (401)', async () => {
    const answer = await app.as(ANONYMOUS).get('/formList').expect(401);
    expect(messageOf(answer)).toBe('Authentication credentials were not provided.');
    expect(answer.headers['www-authenticate']).toMatch(/^Basic realm="/);
  });
});

describe('HEAD /submission', () => {
  it('answers 204 with where to submit', async () => {
    const answer = await owner().head('/submission').expect(204);
    expectOpenRosa(answer);
    expect(answer.headers['location']).toBe(`${app.origin}/submission`);
    const named = await app.as(ANONYMOUS).head('/owner/submission').expect(204);
    expect(named.headers['location']).toBe(`${app.origin}/owner/submission`);
    const refused = await app.as(ANONYMOUS).head('/submission').expect(401);
    expect(refused.headers['www-authenticate']).toMatch(/^Basic realm="/);
    const basic = `Basic ${Buffer.from(`owner:${PASSWORD}`).toString('base64')}`;
    await app.with(basic).head('/submission').expect(204);
  });
});

describe('POST /submission', () => {
  let uid: string;
  let formUuid: string;

  beforeAll(async () => {
    const made = await makeDeployedAsset(app);
    uid = made.uid;
    formUuid = made['deployment__uuid'] as string;
    await grant(app, uid, 'enumerator', ['add_submissions']);
  });

  const data = async (uuid: string) => owner().get(`/api/v2/assets/${uid}/data/${uuid}/`);
  const count = async (): Promise<number> =>
    (await owner().get(`/api/v2/assets/${uid}/counts/`).expect(200)).body.total_submission_count as number;

  it('stores a submission and says so as collectors expect it (201)', async () => {
    const uuid = randomUUID();
    const answer = await submission(app.as('enumerator'), instanceXml(uid, { uuid })).expect(201);
    expectOpenRosa(answer);
    expect(answer.headers['location']).toBe(`${app.origin}/submission`);
    expect(messageOf(answer)).toBe('Successful submission.');
    expect(answer.text).toMatch(
      new RegExp(
        `<submissionMetadata xmlns="http://www.opendatakit.org/xforms" id="${uid}" instanceID="uuid:${uuid}" submissionDate="${DATE}" isComplete="true" markedAsCompleteDate="${DATE}"/>`,
      ),
    );
    expect((await data(uuid)).body).toMatchObject({
      'meta/instanceID': `uuid:${uuid}`,
      _submitted_by: 'enumerator',
      'person/name': 'Asha',
    });
  });

  it('answers 202 to the same again, and stores it once', async () => {
    const xml = instanceXml(uid);
    await submission(owner(), xml).expect(201);
    const before = await count();
    for (let again = 0; again < 3; again += 1) {
      const answer = await submission(owner(), xml).expect(202);
      expect(messageOf(answer)).toBe('Duplicate Instance');
      expect(answer.text).toContain('<message nature="">');
    }
    expect(await count()).toBe(before);
  });

  it('refuses other content under the same id (409) and keeps the first', async () => {
    const uuid = randomUUID();
    await submit(app, uid, { uuid });
    const answer = await submission(
      owner(),
      instanceXml(uid, { uuid, answers: '<person><name>Other</name></person>' }),
      [{ name: 'new.jpg', content: 'new' }],
    ).expect(409);
    expect(messageOf(answer)).toBe('Submission with this instance ID already exists');
    expect((await data(uuid)).body).toMatchObject({ 'person/name': 'Asha', _attachments: [] });
  });

  it('takes files in one request, in several, and in any order, and knows each once', async () => {
    const uuid = randomUUID();
    const xml = instanceXml(uid, {
      uuid,
      answers:
        '<photo>a b ü.jpg</photo><child><first_name>One</first_name></child><child><portrait>two.jpg</portrait></child>',
    });
    const one: SentFile = { name: 'a b ü.jpg', content: 'first' };
    const two: SentFile = { name: 'two.jpg', content: Buffer.from([0, 255, 10, 13, 0]) };
    await submission(owner(), xml, [one]).expect(201);
    expect(messageOf(await submission(owner(), xml, [one]).expect(202))).toBe('Duplicate Instance');
    expect(messageOf(await submission(owner(), xml, [two, one]).expect(201))).toBe('Successful submission.');
    await submission(owner(), xml, [one, two]).expect(202);
    await submission(owner(), xml).expect(202);
    const { body } = await data(uuid);
    expect(
      body._attachments.map((each: Record<string, unknown>) => [
        each['media_file_basename'],
        each['question_xpath'],
      ]),
    ).toEqual([
      ['a b ü.jpg', 'photo'],
      ['two.jpg', 'child[2]/portrait'],
    ]);
    for (const [index, { content }] of [one, two].entries()) {
      const { pathname } = new URL(body._attachments[index].download_url as string);
      const file = await owner().get(pathname).responseType('blob').expect(200);
      expect(Buffer.compare(file.body as Buffer, Buffer.from(content))).toBe(0);
    }
  });

  it('refuses other bytes under the name of a file that it has (409) and keeps the first', async () => {
    const uuid = randomUUID();
    const xml = instanceXml(uid, { uuid, answers: '<photo>p.jpg</photo>' });
    await submission(owner(), xml, [{ name: 'p.jpg', content: 'first' }]).expect(201);
    const answer = await submission(owner(), xml, [
      { name: 'q.jpg', content: 'new' },
      { name: 'p.jpg', content: 'other' },
    ]).expect(409);
    expect(messageOf(answer)).toBe('Attachment with same name already exists');
    expect((await data(uuid)).body._attachments).toHaveLength(1);
  });

  it('refuses two files of one name and other bytes in one request (409), and stores nothing', async () => {
    const uuid = randomUUID();
    await submission(owner(), instanceXml(uid, { uuid }), [
      { name: 'p.jpg', content: 'one' },
      { name: 'p.jpg', content: 'two' },
    ]).expect(409);
    expect((await data(uuid)).status).toBe(404);
  });

  it('takes the same submission in two assets as two submissions', async () => {
    const other = await makeDeployedAsset(app);
    const uuid = randomUUID();
    await submission(owner(), instanceXml(uid, { uuid })).expect(201);
    await submission(owner(), instanceXml(other.uid, { uuid })).expect(201);
  });

  it('finds the form by its uuid before its id, and refuses what names none (404)', async () => {
    const uuid = randomUUID();
    const xml = instanceXml(uid, { uuid, formUuid }).replace(`id="${uid}"`, 'id="another"');
    await submission(owner(), xml).expect(201);
    expect((await data(uuid)).body).toMatchObject({ _xform_id_string: uid, 'formhub/uuid': formUuid });
    const answer = await submission(owner(), instanceXml('aNone')).expect(404);
    expect(messageOf(answer)).toBe('Form does not exist on this account');
    expect(
      messageOf(await submission(owner(), '<data><meta><instanceID>uuid:1</instanceID></meta></data>')),
    ).not.toBe('');
  });

  it('answers a stranger alike for a private form, an archived one, and one that there is not (401)', async () => {
    const archived = await makeDeployedAsset(app, { active: false });
    const answers = await Promise.all(
      [uid, archived.uid, 'aNone'].map((id) =>
        submission(app.as(ANONYMOUS), instanceXml(id), [], '/owner/submission').expect(401),
      ),
    );
    for (const { text, headers } of answers) {
      expect(text).toBe(answers[0]!.text);
      const { date: _date, ...told } = headers;
      const { date: _first, ...first } = answers[0]!.headers;
      expect(told).toEqual(first);
    }
  });

  it('records who sent it: the user, or nobody', async () => {
    const open = await makeDeployedAsset(app);
    await grant(app, open.uid, ANONYMOUS, ['add_submissions']);
    for (const [who, submittedBy] of [
      [ANONYMOUS, null],
      ['stranger', 'stranger'],
    ] as const) {
      const uuid = randomUUID();
      await submission(app.as(who), instanceXml(open.uid, { uuid }), [], '/owner/submission').expect(201);
      const { body } = await owner().get(`/api/v2/assets/${open.uid}/data/${uuid}/`).expect(200);
      expect(body._submitted_by).toBe(submittedBy);
    }
  });

  it('refuses an archived form (405) and takes it again once it is resumed', async () => {
    const made = await makeDeployedAsset(app, { active: false });
    const xml = instanceXml(made.uid);
    expect(messageOf(await submission(owner(), xml).expect(405))).toBe('Form is not active');
    await owner().patch(`/api/v2/assets/${made.uid}/deployment/`).send({ active: true }).expect(200);
    await submission(owner(), xml).expect(201);
    await owner().patch(`/api/v2/assets/${made.uid}/deployment/`).send({ active: false }).expect(200);
    await submission(owner(), xml).expect(405);
  });

  const meta = `<meta><instanceID>uuid:${randomUUID()}</instanceID></meta>`;
  it.each([
    ['no XML', () => 'hello'],
    ['XML cut off', (id: string) => `<data id="${id}"><a>1</a>`],
    ['nothing', () => ''],
    ['white space', () => '  \n '],
    ['an empty root', (id: string) => `<data id="${id}"/>`],
    ['a DOCTYPE', (id: string) => `<!DOCTYPE x [<!ENTITY a "b">]><data id="${id}"><a>&a;</a>${meta}</data>`],
    ['an unknown entity', (id: string) => `<data id="${id}"><a>&secret;</a>${meta}</data>`],
    ['two roots', (id: string) => `<data id="${id}">${meta}</data><data/>`],
    ['NUL', (id: string) => `<data id="${id}"><a>a\0b</a>${meta}</data>`],
    ['a reference to NUL', (id: string) => `<data id="${id}"><a>&#0;</a>${meta}</data>`],
    ['a control character', (id: string) => `<data id="${id}"><a>a\u0008b</a>${meta}</data>`],
    ['a reference to half a character', (id: string) => `<data id="${id}"><a>&#xD800;</a>${meta}</data>`],
    ['no instanceID', (id: string) => `<data id="${id}"><a>1</a></data>`],
    [
      'an empty instanceID',
      (id: string) => `<data id="${id}"><a>1</a><meta><instanceID> </instanceID></meta></data>`,
    ],
    ['attributes twice', (id: string) => `<data id="${id}" id="2">${meta}</data>`],
    ['elements 20 000 deep', (id: string) => `<data id="${id}">${'<a>'.repeat(20_000)}`],
  ])('refuses %s with a sentence and stores nothing (400)', async (what, make) => {
    const before = await count();
    const answer = await submission(owner(), make(uid));
    expect({ what, status: answer.status >= 400 && answer.status < 500, text: answer.text }).toMatchObject({
      status: true,
    });
    expect(messageOf(answer).length).toBeGreaterThan(10);
    expect(answer.text).not.toMatch(/\bat \/|node_modules/);
    expect(await count()).toBe(before);
  });

  it('refuses bytes that are no UTF-8 (400)', async () => {
    const xml = Buffer.concat([
      Buffer.from(`<data id="${uid}"><a>`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`</a>${meta}</data>`),
    ]);
    expect(messageOf(await submission(owner(), xml).expect(400))).not.toBe('');
  });

  it('takes a submission in JSON, and answers in JSON', async () => {
    const send = (body: object, who = 'enumerator') => app.as(who).post('/submission').send(body);
    const instanceID = `uuid:${randomUUID()}`;
    const sent = { id: uid, submission: { person: { name: 'Json' }, meta: { instanceID } } };
    const { body, headers } = await send(sent).expect(201);
    expect(body).toEqual({
      message: 'Successful submission.',
      formid: uid,
      encrypted: false,
      instanceID,
      submissionDate: expect.stringMatching(new RegExp(`^${DATE}$`)) as string,
      markedAsCompleteDate: expect.stringMatching(new RegExp(`^${DATE}$`)) as string,
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      location: `${app.origin}/submission`,
      'x-openrosa-version': '1.0',
    });
    expect((await data(instanceID)).body).toMatchObject({ 'person/name': 'Json' });
    expect((await send(sent).expect(202)).body).toEqual({ error: 'Duplicate Instance' });
    const other = { ...sent, submission: { ...sent.submission, person: { name: 'Other' } } };
    expect((await send(other).expect(409)).body).toEqual({
      error: 'Submission with this instance ID already exists',
    });
  });

  it.each([
    ['no submission', {}, 400, { error: 'No submission key provided.' }],
    ['a list', [], 400, { error: 'No submission key provided.' }],
    ['null', null, 400, { error: 'No submission key provided.' }],
    ['no form', { submission: { a: 1 } }, 404, { detail: 'Not found.' }],
    ['an unknown form', { id: 'none', submission: { a: 1 } }, 404, { detail: 'Not found.' }],
    ['no instanceID', { id: '<uid>', submission: { a: 1 } }, 400, { error: 'Instance ID is required' }],
    ['answers that are none', { id: '<uid>', submission: 1 }, 400, { error: expect.any(String) as string }],
  ])('refuses JSON with %s, in JSON', async (_, body, status, expected) => {
    const text = JSON.stringify(body).replace('<uid>', uid);
    const answer = await owner().post('/submission').type('application/json').send(text).expect(status);
    expect(answer.body).toEqual(expected);
    expect(answer.headers['content-type']).toBe('application/json');
  });

  it('refuses JSON from whom it would refuse XML', async () => {
    const answers = { meta: { instanceID: `uuid:${randomUUID()}` }, person: { name: 'x' } };
    const body = { id: uid, submission: answers };
    const denied = await app.as('stranger').post('/submission').send(body).expect(403);
    expect(Object.keys(denied.body as object)).toEqual(['error']);
    await app.as(ANONYMOUS).post('/submission').send(body).expect(401);
    const broken = await owner().post('/submission').type('application/json').send('{nonsense').expect(400);
    expect(Object.keys(broken.body as object)).toEqual(['error']);
  });

  it('refuses what is no multipart, has no XML or two (400)', async () => {
    const empty = await owner().post('/submission').expect(400);
    expect(messageOf(empty)).toContain('xml_submission_file');
    const without = await owner().post('/submission').attach('photo', Buffer.from('x'), 'x.jpg').expect(400);
    expect(messageOf(without)).toContain('xml_submission_file');
    const xml = Buffer.from(instanceXml(uid));
    const two = await owner()
      .post('/submission')
      .attach('xml_submission_file', xml, 'a.xml')
      .attach('xml_submission_file', xml, 'b.xml')
      .expect(400);
    expectOpenRosa(two);
    const broken = await owner()
      .post('/submission')
      .type('multipart/form-data; boundary=x')
      .send('--x\r\nnonsense')
      .expect(400);
    expectOpenRosa(broken);
    const boundless = await owner().post('/submission').type('multipart/form-data').send('x').expect(400);
    expectOpenRosa(boundless);
  });

  it('takes the XML as a field without a file name, too', async () => {
    const uuid = randomUUID();
    await owner().post('/submission').field('xml_submission_file', instanceXml(uid, { uuid })).expect(201);
    expect((await data(uuid)).status).toBe(200);
  });

  it('refuses XML and files over the limits (413), and the client sees the answer', async () => {
    const big = `<note>${'x'.repeat(250_000)}</note>`;
    const uuid = randomUUID();
    expect(
      messageOf(await submission(owner(), instanceXml(uid, { uuid, answers: big })).expect(413)),
    ).toContain('200000');
    const file = { name: 'big.jpg', content: Buffer.alloc(2_000_000) };
    const answer = await submission(owner(), instanceXml(uid, { uuid, answers: '<photo>big.jpg</photo>' }), [
      file,
    ]).expect(413);
    expect(messageOf(answer)).not.toBe('');
    expect((await data(uuid)).status).toBe(404);
  });

  it('tells a client that it refuses before it has read a large body', async () => {
    const file = { name: 'big.jpg', content: Buffer.alloc(4_000_000) };
    expectOpenRosa(await submission(app.as(ANONYMOUS), instanceXml(uid), [file]).expect(401));
    expectOpenRosa(await submission(app.with('Token nonsense'), instanceXml(uid), [file]).expect(401));
  });

  it('takes a body in chunks of any size', async () => {
    const uuid = randomUUID();
    const boundary = 'x-boundary';
    const body = [
      `--${boundary}`,
      'Content-Disposition: form-data; name="xml_submission_file"; filename="a.xml"',
      'Content-Type: text/xml',
      '',
      instanceXml(uid, { uuid, answers: '<photo>p.jpg</photo>' }),
      `--${boundary}`,
      'Content-Disposition: form-data; name="p.jpg"; filename="p.jpg"',
      'Content-Type: image/jpeg',
      '',
      'bytes of a photo',
      `--${boundary}--`,
      '',
    ].join('\r\n');
    const chunks = body
      .match(/[^]{1,17}/g)!
      .map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`);
    const answer = await sendRaw(
      app.port,
      [
        'POST /submission HTTP/1.1',
        'Host: localhost',
        `Authorization: Token ${app.tokenOf('owner')}`,
        `Content-Type: multipart/form-data; boundary=${boundary}`,
        'Transfer-Encoding: chunked',
        'Connection: close',
        '',
        `${chunks.join('')}0\r\n\r\n`,
      ].join('\r\n'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect((await data(uuid)).body._attachments).toHaveLength(1);
  });

  /** A submission of the owner whose body does not come to its end. */
  const beginUpload = (length: number) =>
    new PartialRequest(app.port).head('POST /submission', {
      Authorization: `Token ${app.tokenOf('owner')}`,
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': length,
    });

  it('loses nothing when the connection breaks in the middle of a body', async () => {
    const before = await count();
    const arrived = once(app.nest.getHttpServer(), 'request') as Promise<[IncomingMessage]>;
    const broken = beginUpload(100_000);
    const [request] = await arrived;
    const headBytes = request.socket.bytesRead;
    await broken.send(
      '--x\r\nContent-Disposition: form-data; name="xml_submission_file"; filename="a.xml"\r\n\r\n<data',
    );
    await eventually(
      async () => request.socket.bytesRead,
      (bytes) => bytes > headBytes,
    );
    const cut = new Promise((resolve) => request.once('close', resolve));
    broken.hangUp();
    await cut;
    await submission(owner(), instanceXml(uid)).expect(201);
    expect(await count()).toBe(before + 1);
  });

  it('keeps nothing of a file whose connection broke in the middle', async () => {
    const parts = [
      `--x\r\nContent-Disposition: form-data; name="xml_submission_file"; filename="a.xml"\r\n\r\n${instanceXml(uid)}`,
      `--x\r\nContent-Disposition: form-data; name="p.jpg"; filename="p.jpg"\r\n\r\n${'x'.repeat(100_000)}`,
    ].join('\r\n');
    const drafts = async () => readdirSync(join(app.dataDir, 'media', 'drafts')).length;
    for (let turn = 0; turn < 5; turn += 1) {
      const broken = beginUpload(200_000);
      await broken.send(parts);
      await eventually(drafts, (count) => count === 1);
      broken.hangUp();
      await eventually(drafts, (count) => count === 0);
    }
  });

  it('keeps names of files as they were sent and lets none of them out of its folder', async () => {
    const uuid = randomUUID();
    const names = ['../../../etc/passwd', 'a/b.jpg', '..', 'émoji 🦆.png', 'x'.repeat(300)];
    for (const name of names) {
      const answer = await submission(owner(), instanceXml(uid, { uuid }), [{ name, content: name }]);
      expect({ name, status: answer.status < 500 }).toEqual({ name, status: true });
      expectOpenRosa(answer);
    }
    await owner().get('/health/ready').expect(200);
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'GET'])(
    'refuses %s (405) with the verbs that it knows',
    async (method) => {
      const verb = method.toLowerCase() as 'put' | 'patch' | 'delete' | 'get';
      const answer = await owner()[verb]('/submission').expect(405);
      expectOpenRosa(answer);
      expect(answer.headers['allow']!.split(', ').sort()).toEqual(['HEAD', 'OPTIONS', 'POST']);
    },
  );

  it.each(['/submission/', '//submission'])('is found at %s', async (path) => {
    await submission(owner(), instanceXml(uid), [], path).expect(201);
  });
});
