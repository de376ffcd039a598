import { randomUUID } from 'node:crypto';
import { type AssetJson, grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, type SentFile, submission, submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Storage } from '../../../src/storage/storage.port';

let app: TestApp;
let survey: AssetJson;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'editor', 'some', 'viewer']) await app.addUser(username);
  survey = await makeDeployedAsset(app, {
    content: {
      survey: [
        { type: 'text', name: 'name', label: 'Name' },
        { type: 'image', name: 'photo', label: 'Photo' },
        { type: 'audio', name: 'sound', label: 'Sound' },
        { type: 'begin_repeat', name: 'kid', label: 'Kid' },
        { type: 'image', name: 'face', label: 'Face' },
        { type: 'end_repeat' },
      ],
    },
  });
  await grant(app, survey.uid, 'editor', ['change_submissions']);
  await grant(app, survey.uid, 'viewer', ['view_submissions']);
  await grantPartially(app, survey.uid, 'some', {
    view_submissions: [{ name: 'Asha' }],
    change_submissions: [{ name: 'Asha' }],
  });
});
afterAll(() => app.stop());

const asset = (below: string): string => `/api/v2/assets/${survey.uid}/${below}`;
const file = (name: string, type = 'image/jpeg', content = `${name} ${randomUUID()}`): SentFile => ({
  name,
  content,
  type,
});
const ANSWERS =
  '<name>Asha</name><photo>a.jpg</photo><sound>s.mp3</sound><kid><face>k1.jpg</face></kid><kid><face>k2.jpg</face></kid>';
const FILES = (): SentFile[] => [file('a.jpg'), file('s.mp3', 'audio/mpeg'), file('k1.jpg'), file('k2.jpg')];

interface Row {
  readonly _id: number;
  readonly _date_modified: string;
  readonly _attachments: {
    uid: string;
    media_file_basename: string;
    is_deleted: boolean;
    download_url: string;
  }[];
}

async function row(uuid: string): Promise<Row> {
  return (
    await app
      .as('owner')
      .get(asset(`data/${uuid}/`))
      .expect(200)
  ).body as Row;
}
const uidOf = ({ _attachments }: Row, name: string): string =>
  _attachments.find(({ media_file_basename: basename }) => basename === name)!.uid;
const isDeleted = ({ _attachments }: Row) =>
  _attachments.map(({ media_file_basename: name, is_deleted: gone }) => [name, gone]);

describe('a file by the question that it answers', () => {
  let uuid: string;
  const files = FILES();
  const get = (xpath: string, more = '') =>
    app.as('viewer').get(`${asset(`data/${uuid}/attachments/`)}?xpath=${encodeURIComponent(xpath)}${more}`);
  beforeAll(async () => {
    uuid = await submit(app, survey.uid, { answers: ANSWERS, files });
  });

  it.each([
    ['photo', 0],
    ['kid/face', 2],
    ['kid[1]/face', 2],
    ['kid[2]/face', 3],
  ])('is found: %s', async (xpath, index) => {
    const { body } = await get(xpath).expect(200).expect('Content-Type', 'image/jpeg');
    expect((body as Buffer).toString()).toBe(files[index]!.content);
  });

  it.each([
    ['name', 404],
    ['kid[3]/face', 400],
    ['nonsense', 400],
    ['///[', 400],
  ])('is none: %s: %i', async (xpath, status) => {
    await get(xpath).expect(status);
  });

  it.each([
    ['left open', 'photo', 404],
    ['left open in a repeat', 'kid[2]/face', 404],
    ['not sent', 'sound', 400],
    ['not sent in a repeat', 'kid[1]/face', 400],
  ])('is not there where the question was %s: %s: %i', async (_, xpath, status) => {
    const answers = '<name>Asha</name><photo/><kid><age>2</age></kid><kid><face/></kid>';
    const open = await submit(app, survey.uid, { answers });
    await app
      .as('viewer')
      .get(asset(`data/${open}/attachments/?xpath=${encodeURIComponent(xpath)}`))
      .expect(status);
  });

  it('is not there where no question or no submission is named', async () => {
    const open = await submit(app, survey.uid, { answers: '<name>Asha</name>' });
    const { body } = await app
      .as('viewer')
      .get(asset(`data/${open}/attachments/`))
      .expect(400);
    expect(body).toEqual({ detail: '`xpath` query parameter is required' });
    await app
      .as('viewer')
      .get(asset(`data/${randomUUID()}/attachments/?xpath=photo`))
      .expect(404);
  });

  it('is given as MP3 when it is one', async () => {
    const found = await row(uuid);
    const path = asset(`data/${uuid}/attachments/`);
    await get('sound', '&format=mp3').expect(200).expect('Content-Type', 'audio/mpeg');
    await get('photo', '&format=mp3').expect(400);
    await app
      .as('viewer')
      .get(`${path}${uidOf(found, 's.mp3')}/?format=mp3`)
      .expect(200);
    const { body } = await app
      .as('viewer')
      .get(`${path}${uidOf(found, 'a.jpg')}/?format=mp3`)
      .expect(400);
    expect(body).toEqual({
      detail: expect.stringMatching(/^Conversion is not supported for image\/jpeg/) as string,
    });
  });
});

describe('a file of a question that only an older version had', () => {
  it('keeps its path, whenever it comes', async () => {
    const form = (names: readonly string[]) => ({
      survey: names.map((name) => ({ type: 'image', name, label: name })),
    });
    const made = await makeDeployedAsset(app, { content: form(['photo', 'other']) });
    const path = `/api/v2/assets/${made.uid}/`;
    for (const names of [['other'], ['other', 'third']]) {
      await app
        .as('owner')
        .patch(path)
        .send({ content: form(names) })
        .expect(200);
      await app.as('owner').put(`${path}deployment/`).send({ active: true }).expect(200);
    }
    const answers = '<photo>p.jpg</photo><other>o.jpg</other><third>t.jpg</third>';
    const files = ['p.jpg', 'o.jpg', 't.jpg'].map((name) => file(name));
    const uuid = await submit(app, made.uid, { answers, files, version: made.version_id as string });
    const { body } = await app.as('owner').get(`${path}data/${uuid}/`).expect(200);
    const shown = (body as { _attachments: { question_xpath: string }[] })._attachments;
    expect(shown.map(({ question_xpath: at }) => at)).toEqual(['photo', 'other', 'third']);
    await app.as('owner').get(`${path}data/${uuid}/attachments/?xpath=photo`).expect(200);
  });
});

describe('a file that is removed', () => {
  it('is gone, and its submission tells so', async () => {
    const uuid = await submit(app, survey.uid, { answers: ANSWERS, files: FILES() });
    const before = await row(uuid);
    const uid = uidOf(before, 'a.jpg');
    await app
      .as('viewer')
      .delete(asset(`attachments/${uid}/`))
      .expect(403);
    await app
      .as('editor')
      .delete(asset(`attachments/${uid}/`))
      .expect(204);
    await app
      .as('owner')
      .get(asset(`data/${uuid}/attachments/${uid}/`))
      .expect(404);
    await app
      .as('owner')
      .get(asset(`data/${uuid}/attachments/${uid}/small/`))
      .expect(404);
    await app
      .as('owner')
      .get(asset(`data/${uuid}/attachments/?xpath=photo`))
      .expect(404);
    const after = await row(uuid);
    expect(isDeleted(after)).toEqual([
      ['s.mp3', false],
      ['k1.jpg', false],
      ['k2.jpg', false],
      ['a.jpg', true],
    ]);
    expect(after).toMatchObject({ photo: 'a.jpg' });
    expect(after._date_modified > before._date_modified).toBe(true);
    expect(
      (
        await app
          .as('editor')
          .delete(asset(`attachments/${uid}/`))
          .expect(400)
      ).body,
    ).toEqual({
      attachment_uid: ['Invalid attachment UID'],
    });
    const changes = await app.rows<{ kind: string }>(
      'SELECT kind FROM submission_change WHERE submission_id = $1 ORDER BY transaction_id',
      [after._id],
    );
    expect(changes.map(({ kind }) => kind)).toEqual(['created', 'attachments']);
  });

  it('takes its bytes along, unless another names them', async () => {
    const shared = file('shared.jpg');
    const released: string[] = [];
    const release = jest
      .spyOn(app.nest.get(Storage), 'release')
      .mockImplementation((sha256) => Promise.resolve(void released.push(sha256.toString('hex'))));
    const uuid = await submit(app, survey.uid, { answers: '<photo>shared.jpg</photo>', files: [shared] });
    const other = await submit(app, survey.uid, { answers: '<photo>shared.jpg</photo>', files: [shared] });
    const first = await row(uuid);
    await app
      .as('owner')
      .delete(asset(`attachments/${uidOf(first, 'shared.jpg')}/`))
      .expect(204);
    const [{ sha256 } = { sha256: '' }] = await app.rows<{ sha256: string }>(
      `SELECT encode(sha256, 'hex') AS sha256 FROM attachment WHERE uid = $1`,
      [uidOf(first, 'shared.jpg')],
    );
    expect(released).toEqual([sha256]);
    release.mockRestore();
    const { body } = await app
      .as('owner')
      .get(asset(`data/${other}/attachments/?xpath=photo`))
      .expect(200);
    expect((body as Buffer).toString()).toBe(shared.content);
  });

  it('does not come back with a phone that sends it once more, nor in a copy', async () => {
    const uuid = randomUUID();
    const sent = [file('a.jpg')];
    const xml = instanceXml(survey.uid, { uuid, answers: '<photo>a.jpg</photo>' });
    await submission(app.as('owner'), xml, sent).expect(201);
    await app
      .as('owner')
      .delete(asset(`attachments/${uidOf(await row(uuid), 'a.jpg')}/`))
      .expect(204);
    await submission(app.as('owner'), xml, sent).expect(202);
    expect(isDeleted(await row(uuid))).toEqual([['a.jpg', true]]);
    const { body } = await app
      .as('owner')
      .post(asset(`data/${uuid}/duplicate/`))
      .expect(201);
    expect((body as Row)._attachments).toEqual([]);
  });

  it('stays removed through an edit', async () => {
    const uuid = await submit(app, survey.uid, { answers: ANSWERS, files: FILES() });
    await app
      .as('owner')
      .delete(asset(`attachments/${uidOf(await row(uuid), 'a.jpg')}/`))
      .expect(204);
    const edited = instanceXml(survey.uid, { deprecates: uuid, answers: ANSWERS.replace('Asha', 'Ben') });
    await submission(app.as('owner'), edited).expect(201);
    expect(isDeleted(await row(uuid))).toContainEqual(['a.jpg', true]);
  });
});

describe('files of many submissions', () => {
  const bulk = (body: object, by = 'editor') => app.as(by).delete(asset('attachments/bulk/')).send(body);

  it('go all together', async () => {
    const uuids = [
      await submit(app, survey.uid, { answers: ANSWERS, files: FILES() }),
      await submit(app, survey.uid, { answers: ANSWERS, files: FILES().slice(0, 1) }),
    ];
    const { body } = await bulk({ submission_root_uuids: [...uuids, `uuid:${uuids[0]!}`] }).expect(202);
    expect(body).toEqual({ message: '5 attachments deleted' });
    for (const uuid of uuids) {
      expect((await row(uuid))._attachments.every(({ is_deleted: gone }) => gone)).toBe(true);
    }
    expect((await bulk({ submission_root_uuids: uuids }).expect(202)).body).toEqual({
      message: '0 attachments deleted',
    });
  });

  it('stay all together when one is none of the asset, or beyond the right', async () => {
    const [own, foreign] = [
      await submit(app, survey.uid, { answers: ANSWERS, files: FILES() }),
      await submit(app, survey.uid, {
        answers: '<name>Ben</name><photo>b.jpg</photo>',
        files: [file('b.jpg')],
      }),
    ];
    await bulk({ submission_root_uuids: [own, randomUUID()] }).expect(400);
    await bulk({ submission_root_uuids: [own, foreign] }, 'some').expect(403);
    await app
      .as('some')
      .delete(asset(`attachments/${uidOf(await row(foreign), 'b.jpg')}/`))
      .expect(403);
    expect((await row(own))._attachments.some(({ is_deleted: gone }) => gone)).toBe(false);
    await bulk({ submission_root_uuids: [own] }, 'some').expect(202);
  });

  it.each([{}, { submission_root_uuids: [] }, { attachment_uids: ['x'] }, { submission_root_uuids: 'x' }])(
    'are not said: %j',
    async (body) => {
      await bulk(body).expect(400);
      await bulk(body, 'viewer').expect(403);
    },
  );
});
