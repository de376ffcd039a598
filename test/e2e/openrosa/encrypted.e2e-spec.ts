import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { type AssetJson, makeDeployedAsset, SURVEY_CONTENT } from '../../factories/asset.factory';
import { decryptSubmission, encryptSubmission, type EncryptedSubmission } from '../../factories/encryption';
import { downloadExport, readBytes } from '../../factories/export.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { Browser } from '../../support/browser';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PUBLIC_KEY = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const PHOTO = { name: '1700000000000.jpg', content: randomBytes(5_000) };
const VOICE = { name: '1700000000001.m4a', content: randomBytes(16) };
const REFUSED = 'Encrypted submissions cannot be edited or duplicated. ';

describe('an encrypted form', () => {
  let app: TestApp;
  let survey: AssetJson;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    const settings = { public_key: PUBLIC_KEY, submission_url: 'https://collect.example/submission' };
    survey = await makeDeployedAsset(app, { content: { ...SURVEY_CONTENT, settings } });
  });
  afterAll(() => app.stop());

  const owner = () => app.as('owner');
  const collector = () => app.with(basic('owner', PASSWORD));
  const api = (below: string) => `/api/v2/assets/${survey.uid}/${below}`;
  const answersOf = (uuid: string): string =>
    instanceXml(survey.uid, { uuid, answers: '<person><name>Asha</name></person><photo>p.jpg</photo>' });

  function encrypted(uuid: string, media = [PHOTO, VOICE]): EncryptedSubmission {
    const facts = { formId: survey.uid, version: '1', instanceId: `uuid:${uuid}` };
    return encryptSubmission(facts, PUBLIC_KEY, { xml: answersOf(uuid), media });
  }

  async function store(uuid: string = randomUUID()): Promise<string> {
    const { manifest, files } = encrypted(uuid);
    await submission(collector(), manifest, files).expect(201);
    return uuid;
  }

  it('names its key and the address of its submissions', async () => {
    expect(survey['deployment__encrypted']).toBe(true);
    const list = await collector().get('/formList').expect(200);
    const [, url] = /<downloadUrl>(.*?)<\/downloadUrl>/.exec(list.text)!;
    const { text } = await collector().get(new URL(url!).pathname).expect(200);
    expect(text).toContain(`base64RsaPublicKey="${PUBLIC_KEY}"`);
    expect(text).toContain('action="https://collect.example/submission"');
  });

  it('takes a submission in parts, and returns all to a client that decrypts', async () => {
    const uuid = randomUUID();
    const { manifest, files } = encrypted(uuid);
    // Collectors send each file in a request of its own.
    for (const file of files) await submission(collector(), manifest, [file]).expect(201);
    await submission(collector(), manifest, files).expect(202);

    const list = await collector().get(`/view/submissionList?formId=${survey.uid}`).expect(200);
    expect(list.text).toContain(`<id>uuid:${uuid}</id>`);
    const path = `${survey.uid}[@version=null and @uiVersion=null]/data[@key=uuid:${uuid}]`;
    const pulled = await collector().get('/view/downloadSubmission').query({ formId: path }).expect(200);
    const received = new Map<string, Buffer>();
    for (const [, name, url] of pulled.text.matchAll(
      /<filename>(.*?)<\/filename><hash>.*?<\/hash><downloadUrl>(.*?)<\/downloadUrl>/g,
    )) {
      const { body } = await collector()
        .get(new URL(url!).pathname)
        .buffer(true)
        .parse(readBytes)
        .expect(200);
      received.set(name!, body as Buffer);
    }
    expect(decryptSubmission(privateKey, pulled.text, received)).toEqual({
      xml: answersOf(uuid),
      media: [PHOTO, VOICE],
    });

    const { text } = await owner()
      .get(api(`data/${uuid}.xml`))
      .buffer()
      .expect(200);
    expect(text).toBe(`<?xml version="1.0" encoding="utf-8"?>${manifest}`);
  });

  it('lists a submission as encrypted, with its manifest', async () => {
    const uuid = await store();
    const { body } = await owner()
      .get(api(`data/${uuid}/`))
      .expect(200);
    expect(body).toMatchObject({
      _status: 'encrypted',
      encryptedXmlFile: 'submission.xml.enc',
      media: [{ 'media/file': `${PHOTO.name}.enc` }, { 'media/file': `${VOICE.name}.enc` }],
      'orx:meta/orx:instanceID': `uuid:${uuid}`,
      _uuid: uuid,
      _xform_id_string: survey.uid,
      _geolocation: [null, null],
    });
    expect(body).not.toHaveProperty('person/name');
    const { body: found } = await owner()
      .get(api('data/'))
      .query({ query: JSON.stringify({ _status: 'encrypted', _uuid: uuid }) });
    expect(found.count).toBe(1);
    const { body: expected } = await owner()
      .get(api(`data/${uuid}/files/`))
      .expect(200);
    expect(expected).toMatchObject({ count: 3 });
  });

  it('counts encrypted and other submissions, and says in files which is which', async () => {
    await store();
    await submit(app, survey.uid);
    const { body } = await owner().get(api('data/')).expect(200);
    const statuses = (body.results as { _status: string }[]).map(({ _status: status }) => status);
    const { body: counts } = await owner().get(api('counts/')).expect(200);
    expect(counts.total_submission_count).toBe(statuses.length);

    const request = { fields: ['name'], lang: '_xml' };
    const [head, ...rows] = (await downloadExport(app, survey.uid, request)).toString().trim().split('\r\n');
    const column = head!.split(';').indexOf('"_status"');
    expect(rows.map((row) => row.split(';')[column]).sort()).toEqual(
      statuses.map((status) => `"${status}"`).sort(),
    );
    const { body: feed } = await owner()
      .get(api('odata/Submissions'))
      .query({ $filter: `_status eq 'encrypted'`, $select: '_status', $count: 'true' })
      .expect(200);
    const encryptedCount = statuses.filter((status) => status === 'encrypted').length;
    expect(feed['@odata.count']).toBe(encryptedCount);
    expect(feed.value[0]._status).toBe('encrypted');
  });

  it('refuses edits and copies, and keeps what is stored', async () => {
    const uuid = await store();
    const { body: before } = await owner()
      .get(api(`data/${uuid}/`))
      .expect(200);
    const messages: string[] = [];
    const edits = [
      instanceXml(survey.uid, { deprecates: uuid }),
      encrypted(randomUUID()).manifest.replace(
        '</orx:meta>',
        `<orx:deprecatedID>uuid:${uuid}</orx:deprecatedID></orx:meta>`,
      ),
    ];
    for (const xml of edits) messages.push((await submission(owner(), xml).expect(400)).text);
    const payload = { submission_ids: [before._id as number], data: { 'person/name': 'Eve' } };
    const bulk = await owner().patch(api('data/bulk/')).send({ payload }).expect(400);
    messages.push(
      bulk.text,
      (
        await owner()
          .post(api(`data/${uuid}/duplicate/`))
          .expect(400)
      ).text,
    );
    for (const message of messages) expect(message).toContain(REFUSED);

    const plain = await submit(app, survey.uid);
    const sealedEdit = edits[1]!.replace(`uuid:${uuid}<`, `uuid:${plain}<`);
    expect((await submission(owner(), sealedEdit).expect(400)).text).toContain(REFUSED);
    expect(
      (
        await owner()
          .get(api(`data/${uuid}/`))
          .expect(200)
      ).body,
    ).toEqual(before);
  });

  it('is shown on the pages of the project without answers', async () => {
    const uuid = await store();
    const browser = new Browser(app);
    await browser.signIn('owner', PASSWORD);
    const { body } = await owner()
      .get(api(`data/${uuid}/`))
      .expect(200);
    const page = (below: string) => browser.get(`/projects/${survey.uid}/${below}`).expect(200);
    const sentence = 'Encrypted. Pull it with ODK Briefcase';
    expect((await page('data/')).text).toContain(sentence);
    const { text } = await page(`data/${body._id}/`);
    expect(text).toContain(sentence);
    expect(text).toContain('submission.xml.enc</a>');
    expect(text).not.toContain(body.base64EncryptedKey);
    expect(text).not.toContain('Duplicate');
    expect((await page('downloads/')).text).toContain('The form encrypts submissions.');
  });

  it('says so in a JSON receipt', async () => {
    const instanceID = `uuid:${randomUUID()}`;
    const sent = { id: survey.uid, submission: { base64EncryptedKey: 'k', meta: { instanceID } } };
    const { body } = await owner().post('/submission').send(sent).expect(201);
    expect(body).toMatchObject({ encrypted: true, instanceID });
  });
});
