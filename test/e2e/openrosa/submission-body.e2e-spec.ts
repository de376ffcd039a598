import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, type SentFile, submissionWith } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';
import { PartialRequest } from '../../support/partial-request';
import { sendRaw } from '../../support/raw-request';
import { FORM_READERS } from '../../support/form-readers';
import { expectOpenRosa, messageOf } from './collector-response';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ environment: { MAX_BODY_BYTES: '200000', MAX_UPLOAD_BYTES: '300000' } });
  for (const username of ['owner', 'enumerator', 'manager', 'stranger']) await app.addUser(username);
  await app.addUser('superuser', { superuser: true });
});
afterAll(() => app.stop());

const owner = () => app.as('owner');

describe.each(FORM_READERS)('the body of POST /submission on the %s', (_path, headers) => {
  const submission = submissionWith(headers);
  let uid: string;

  beforeAll(async () => {
    ({ uid } = await makeDeployedAsset(app));
    await grant(app, uid, 'enumerator', ['add_submissions']);
  });

  const data = async (uuid: string) => owner().get(`/api/v2/assets/${uid}/data/${uuid}/`);
  const count = async (): Promise<number> =>
    (await owner().get(`/api/v2/assets/${uid}/counts/`).expect(200)).body.total_submission_count as number;

  it('accepts files in one request, in several, and in any order, and stores each once', async () => {
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

  it('returns 409 for different content under the name of a stored file and keeps the first', async () => {
    const uuid = randomUUID();
    const xml = instanceXml(uid, { uuid, answers: '<photo>p.jpg</photo>' });
    await submission(owner(), xml, [{ name: 'p.jpg', content: 'first' }]).expect(201);
    const response = await submission(owner(), xml, [
      { name: 'q.jpg', content: 'new' },
      { name: 'p.jpg', content: 'other' },
    ]).expect(409);
    expect(messageOf(response)).toBe('Attachment with same name already exists');
    expect((await data(uuid)).body._attachments).toHaveLength(1);
  });

  it('returns 409 for two files of one name and different content and stores nothing', async () => {
    const uuid = randomUUID();
    await submission(owner(), instanceXml(uid, { uuid }), [
      { name: 'p.jpg', content: 'one' },
      { name: 'p.jpg', content: 'two' },
    ]).expect(409);
    expect((await data(uuid)).status).toBe(404);
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
    [
      'a reference to an unpaired surrogate',
      (id: string) => `<data id="${id}"><a>&#xD800;</a>${meta}</data>`,
    ],
    ['no instanceID', (id: string) => `<data id="${id}"><a>1</a></data>`],
    [
      'an empty instanceID',
      (id: string) => `<data id="${id}"><a>1</a><meta><instanceID> </instanceID></meta></data>`,
    ],
    ['attributes twice', (id: string) => `<data id="${id}" id="2">${meta}</data>`],
    ['elements 20 000 deep', (id: string) => `<data id="${id}">${'<a>'.repeat(20_000)}`],
  ])('returns 400 for %s and stores nothing', async (what, make) => {
    const before = await count();
    const response = await submission(owner(), make(uid));
    expect({
      what,
      status: response.status >= 400 && response.status < 500,
      text: response.text,
    }).toMatchObject({
      status: true,
    });
    expect(messageOf(response).length).toBeGreaterThan(10);
    expect(response.text).not.toMatch(/\bat \/|node_modules/);
    expect(await count()).toBe(before);
  });

  it('returns 400 for bytes that are no UTF-8', async () => {
    const xml = Buffer.concat([
      Buffer.from(`<data id="${uid}"><a>`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`</a>${meta}</data>`),
    ]);
    expect(messageOf(await submission(owner(), xml).expect(400))).not.toBe('');
  });

  it('returns 400 for a body that is no multipart, has no XML or two', async () => {
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

  it('accepts the XML as a field without a file name', async () => {
    const uuid = randomUUID();
    await owner().post('/submission').field('xml_submission_file', instanceXml(uid, { uuid })).expect(201);
    expect((await data(uuid)).status).toBe(200);
  });

  it('returns 413 for XML and files over the limits, and the client sees the response', async () => {
    const big = `<note>${'x'.repeat(250_000)}</note>`;
    const uuid = randomUUID();
    expect(
      messageOf(await submission(owner(), instanceXml(uid, { uuid, answers: big })).expect(413)),
    ).toContain('200000');
    const file = { name: 'big.jpg', content: Buffer.alloc(2_000_000) };
    const response = await submission(
      owner(),
      instanceXml(uid, { uuid, answers: '<photo>big.jpg</photo>' }),
      [file],
    ).expect(413);
    expect(messageOf(response)).not.toBe('');
    expect((await data(uuid)).status).toBe(404);
  });

  it('is not read before a refusal', async () => {
    const file = { name: 'big.jpg', content: Buffer.alloc(4_000_000) };
    expectOpenRosa(await submission(app.as(ANONYMOUS), instanceXml(uid), [file]).expect(401));
    expectOpenRosa(await submission(app.with('Token nonsense'), instanceXml(uid), [file]).expect(401));
  });

  it('may arrive in chunks of any size', async () => {
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
    const response = await sendRaw(
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
    expect(response).toMatch(/^HTTP\/1\.1 201 /);
    expect((await data(uuid)).body._attachments).toHaveLength(1);
  });

  const beginUpload = (length: number, { port } = app) =>
    new PartialRequest(port).head('POST /submission', {
      Authorization: `Token ${app.tokenOf('owner')}`,
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': length,
    });

  it('loses no stored data when the connection breaks', async () => {
    const before = await count();
    const arrived = once(app.nest.getHttpServer(), 'request') as Promise<[IncomingMessage]>;
    const broken = beginUpload(100_000, app.inProcess);
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
    broken.disconnect();
    await cut;
    await submission(owner(), instanceXml(uid)).expect(201);
    expect(await count()).toBe(before + 1);
  });

  it('leaves no part of a file when the connection breaks', async () => {
    const parts = [
      `--x\r\nContent-Disposition: form-data; name="xml_submission_file"; filename="a.xml"\r\n\r\n${instanceXml(uid)}`,
      `--x\r\nContent-Disposition: form-data; name="p.jpg"; filename="p.jpg"\r\n\r\n${'x'.repeat(100_000)}`,
    ].join('\r\n');
    const stagedFiles = async () => readdirSync(join(app.dataDir, 'media', 'drafts')).length;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const broken = beginUpload(200_000);
      await broken.send(parts);
      await eventually(stagedFiles, (count) => count === 1);
      broken.disconnect();
      await eventually(stagedFiles, (count) => count === 0);
    }
  });

  it('stores file names as sent and never writes outside of its folder', async () => {
    const uuid = randomUUID();
    const names = ['../../../etc/passwd', 'a/b.jpg', '..', 'émoji 🦆.png', 'x'.repeat(300)];
    for (const name of names) {
      const response = await submission(owner(), instanceXml(uid, { uuid }), [{ name, content: name }]);
      expect({ name, status: response.status < 500 }).toEqual({ name, status: true });
      expectOpenRosa(response);
    }
    await owner().get('/health/ready').expect(200);
  });
});
