import { randomBytes, randomUUID } from 'node:crypto';
import { type AssetJson, makeDeployedAsset, SURVEY_CONTENT } from '../../factories/asset.factory';
import { type SentFile, submission } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

const KEY = 'k'.repeat(344);
const SIGNATURE = 's'.repeat(344);

describe('an encrypted submission', () => {
  let app: TestApp;
  let survey: AssetJson;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    const settings = { public_key: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A' };
    survey = await makeDeployedAsset(app, { content: { ...SURVEY_CONTENT, settings } });
  });
  afterAll(() => app.stop());

  /** Encrypted submission as sent by a collector: a manifest, and the answers as a file. */
  const manifest = (uuid: string, photos: readonly string[], deprecates?: string): string =>
    `<data id="${survey.uid}" version="1" encrypted="yes" xmlns="http://opendatakit.org/submissions" xmlns:orx="http://openrosa.org/xforms">` +
    `<base64EncryptedKey>${KEY}</base64EncryptedKey><orx:meta><orx:instanceID>uuid:${uuid}</orx:instanceID>` +
    `${deprecates === undefined ? '' : `<orx:deprecatedID>uuid:${deprecates}</orx:deprecatedID>`}</orx:meta>` +
    photos.map((name) => `<media><file>${name}</file></media>`).join('') +
    `<encryptedXmlFile>submission.xml.enc</encryptedXmlFile>` +
    `<base64EncryptedElementSignature>${SIGNATURE}</base64EncryptedElementSignature></data>`;
  const sealed = (name: string): SentFile => ({
    name,
    content: randomBytes(5_000),
    type: 'application/octet-stream',
  });
  const data = (below: string) => app.as('owner').get(`/api/v2/assets/${survey.uid}/data/${below}`);

  it('is stored with its encrypted files, which are returned byte for byte', async () => {
    const uuid = randomUUID();
    const files = [sealed('submission.xml.enc'), sealed('1700000000000.jpg.enc')];
    const xml = manifest(uuid, ['1700000000000.jpg.enc']);
    // Collectors send each file in a request of its own.
    await submission(app.as('owner'), xml, files.slice(0, 1)).expect(201);
    await submission(app.as('owner'), xml, files.slice(1)).expect(201);
    await submission(app.as('owner'), xml, files).expect(202);

    const { body } = await data(`${uuid}/`).expect(200);
    expect(body).toMatchObject({
      base64EncryptedKey: KEY,
      base64EncryptedElementSignature: SIGNATURE,
      encryptedXmlFile: 'submission.xml.enc',
      'orx:meta/orx:instanceID': `uuid:${uuid}`,
      'meta/rootUuid': `uuid:${uuid}`,
      _uuid: uuid,
      _xform_id_string: survey.uid,
      _submitted_by: 'owner',
    });
    const attachments = body._attachments as { media_file_basename: string; download_url: string }[];
    expect(attachments.map((each) => each.media_file_basename)).toEqual(files.map(({ name }) => name));
    for (const [index, { download_url: url }] of attachments.entries()) {
      const { body: bytes } = await app
        .as('owner')
        .get(new URL(url).pathname)
        .responseType('blob')
        .expect(200);
      expect(Buffer.compare(bytes as Buffer, files[index]!.content as Buffer)).toBe(0);
    }
    expect((await data(`${uuid}.xml`).buffer().expect(200)).text).toBe(
      `<?xml version="1.0" encoding="utf-8"?>${xml}`,
    );
  });

  it('is flagged by its form in the asset and in a JSON receipt', async () => {
    expect(survey['deployment__encrypted']).toBe(true);
    const instanceID = `uuid:${randomUUID()}`;
    const sent = { id: survey.uid, submission: { base64EncryptedKey: KEY, meta: { instanceID } } };
    const { body } = await app.as('owner').post('/submission').send(sent).expect(201);
    expect(body).toMatchObject({ encrypted: true, instanceID });
  });

  it('keeps its encrypted files through an edit, although the service can’t read the answers', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const old = [sealed('submission.xml.enc'), sealed('old.jpg.enc')];
    await submission(app.as('owner'), manifest(first, ['old.jpg.enc']), old).expect(201);
    await submission(app.as('owner'), manifest(second, ['new.jpg.enc'], first), [
      sealed('new.jpg.enc'),
    ]).expect(201);
    const { body } = await data(`${first}/`).expect(200);
    expect(body).toMatchObject({ _uuid: second, 'orx:meta/orx:deprecatedID': `uuid:${first}` });
    const names = (body._attachments as { media_file_basename: string }[]).map(
      ({ media_file_basename: name }) => name,
    );
    expect(names.sort()).toEqual(['new.jpg.enc', 'old.jpg.enc', 'submission.xml.enc']);
  });
});
