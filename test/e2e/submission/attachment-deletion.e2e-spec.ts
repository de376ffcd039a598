import { randomUUID } from 'node:crypto';
import { type AssetJson } from '../../factories/asset.factory';
import { submit, submission, instanceXml } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Storage } from '../../../src/storage/storage.port';
import { ANSWERS, file, FILES, makeSurveyWithFiles, row, type Row, uidOf } from './survey-with-files';

let app: TestApp;
let survey: AssetJson;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'editor', 'some', 'viewer']) await app.addUser(username);
  survey = await makeSurveyWithFiles(app);
});
afterAll(() => app.stop());

const asset = (below: string): string => `/api/v2/assets/${survey.uid}/${below}`;
const isDeleted = ({ _attachments }: Row) =>
  _attachments.map(({ media_file_basename: name, is_deleted: deleted }) => [name, deleted]);

describe('a deleted attachment', () => {
  it('returns 404 and is marked in its submission', async () => {
    const uuid = await submit(app, survey.uid, { answers: ANSWERS, files: FILES() });
    const before = await row(app, survey, uuid);
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
    const after = await row(app, survey, uuid);
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

  it('deletes its content unless another file references it', async () => {
    const shared = file('shared.jpg');
    const released: string[] = [];
    const release = jest
      .spyOn(app.nest.get(Storage), 'release')
      .mockImplementation((sha256) => Promise.resolve(void released.push(sha256.toString('hex'))));
    const uuid = await submit(app, survey.uid, { answers: '<photo>shared.jpg</photo>', files: [shared] });
    const other = await submit(app, survey.uid, { answers: '<photo>shared.jpg</photo>', files: [shared] });
    const first = await row(app, survey, uuid);
    await app.inProcess
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

  it('is not restored by a retry of a collector, nor in a copy', async () => {
    const uuid = randomUUID();
    const sent = [file('a.jpg')];
    const xml = instanceXml(survey.uid, { uuid, answers: '<photo>a.jpg</photo>' });
    await submission(app.as('owner'), xml, sent).expect(201);
    await app
      .as('owner')
      .delete(asset(`attachments/${uidOf(await row(app, survey, uuid), 'a.jpg')}/`))
      .expect(204);
    await submission(app.as('owner'), xml, sent).expect(202);
    expect(isDeleted(await row(app, survey, uuid))).toEqual([['a.jpg', true]]);
    const { body } = await app
      .as('owner')
      .post(asset(`data/${uuid}/duplicate/`))
      .expect(201);
    expect((body as Row)._attachments).toEqual([]);
  });

  it('stays deleted through an edit', async () => {
    const uuid = await submit(app, survey.uid, { answers: ANSWERS, files: FILES() });
    await app
      .as('owner')
      .delete(asset(`attachments/${uidOf(await row(app, survey, uuid), 'a.jpg')}/`))
      .expect(204);
    const edited = instanceXml(survey.uid, { deprecates: uuid, answers: ANSWERS.replace('Asha', 'Ben') });
    await submission(app.as('owner'), edited).expect(201);
    expect(isDeleted(await row(app, survey, uuid))).toContainEqual(['a.jpg', true]);
  });
});

describe('a bulk deletion of attachments', () => {
  const bulk = (body: object, by = 'editor') => app.as(by).delete(asset('attachments/bulk/')).send(body);

  it('deletes all of them', async () => {
    const uuids = [
      await submit(app, survey.uid, { answers: ANSWERS, files: FILES() }),
      await submit(app, survey.uid, { answers: ANSWERS, files: FILES().slice(0, 1) }),
    ];
    const { body } = await bulk({ submission_root_uuids: [...uuids, `uuid:${uuids[0]!}`] }).expect(202);
    expect(body).toEqual({ message: '5 attachments deleted' });
    for (const uuid of uuids) {
      expect((await row(app, survey, uuid))._attachments.every(({ is_deleted: deleted }) => deleted)).toBe(
        true,
      );
    }
    expect((await bulk({ submission_root_uuids: uuids }).expect(202)).body).toEqual({
      message: '0 attachments deleted',
    });
  });

  it('deletes none if one belongs to another asset or is not permitted', async () => {
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
      .delete(asset(`attachments/${uidOf(await row(app, survey, foreign), 'b.jpg')}/`))
      .expect(403);
    expect((await row(app, survey, own))._attachments.some(({ is_deleted: deleted }) => deleted)).toBe(false);
    await bulk({ submission_root_uuids: [own] }, 'some').expect(202);
  });

  it.each([{}, { submission_root_uuids: [] }, { attachment_uids: ['x'] }, { submission_root_uuids: 'x' }])(
    'returns 400 for %j',
    async (body) => {
      await bulk(body).expect(400);
      await bulk(body, 'viewer').expect(403);
    },
  );
});
