import { randomUUID } from 'node:crypto';
import { type AssetJson, grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

const NEWER = [
  { type: 'text', name: 't1', label: 'Text' },
  { type: 'begin_group', name: 'person', label: 'Person' },
  { type: 'text', name: 'name', label: 'Name' },
  { type: 'end_group' },
  { type: 'begin_repeat', name: 'child', label: 'Child' },
  { type: 'text', name: 'first_name', label: 'First name' },
  { type: 'end_repeat' },
];
const OLDER = [
  ...NEWER.slice(0, 3),
  { type: 'integer', name: 'age', label: 'Age' },
  ...NEWER.slice(3, 6),
  { type: 'text', name: 'nickname', label: 'Nickname' },
  ...NEWER.slice(6),
  { type: 'text', name: 'old_field', label: 'Old' },
  { type: 'begin_group', name: 'oldgrp', label: 'Old group' },
  { type: 'image', name: 'oldphoto', label: 'Old photo' },
  { type: 'end_group' },
  { type: 'audit', name: 'audit' },
  { type: 'background-audio', name: 'recording' },
];

const contentOf = (survey: readonly object[]) => ({ survey, choices: [], settings: {} });

type Row = Record<string, unknown> & {
  readonly _id: number;
  readonly _attachments: readonly { media_file_basename: string; question_xpath: string }[];
};

let app: TestApp;
let survey: AssetJson;
/** Of the older version. */
let version: string;
let formUuid: string;
let snapshot: string;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'anna', 'some']) await app.addUser(username);
  survey = await makeDeployedAsset(app, { content: contentOf(OLDER) });
  await grant(app, survey.uid, 'anna', ['change_submissions', 'add_submissions']);
  version = survey['deployed_version_id'] as string;
  const [deployment] = await app.rows<{ uuid: string }>(
    'SELECT d.uuid FROM deployment d JOIN asset a ON a.id = d.asset_id WHERE a.uid = $1',
    [survey.uid],
  );
  formUuid = deployment!.uuid;
  await app
    .as('owner')
    .patch(`/api/v2/assets/${survey.uid}/`)
    .send({ content: contentOf(NEWER) })
    .expect(200);
  await app.as('owner').patch(`/api/v2/assets/${survey.uid}/deployment/`).send({}).expect(200);
  const { body } = await app
    .as('owner')
    .post('/api/v2/asset_snapshots/')
    .send({ asset: `/api/v2/assets/${survey.uid}/` })
    .expect(201);
  snapshot = `/api/v2/asset_snapshots/${(body as { uid: string }).uid}/submission`;
});
afterAll(() => app.stop());

const ANSWERS =
  '<t1>a</t1><person><name>Asha</name><age>34</age></person>' +
  '<child><first_name>Juma</first_name><nickname>J</nickname></child>' +
  '<child><first_name>Neema</first_name><nickname>N</nickname></child>' +
  '<old_field x="1">kept</old_field><oldgrp><oldphoto>op.jpg</oldphoto></oldgrp><recording>r.m4a</recording>';

const files = [
  { name: 'op.jpg', content: 'a photo' },
  { name: 'audit.csv', content: 'event,node', type: 'text/csv' },
  { name: 'r.m4a', content: 'a sound', type: 'audio/mp4' },
];

/** As a collector sends it. */
async function sent(): Promise<string> {
  const uuid = randomUUID();
  const xml = instanceXml(survey.uid, { uuid, answers: ANSWERS, version, formUuid });
  await submission(app.as('owner'), xml.replace('</meta>', '<audit>audit.csv</audit></meta>'), files).expect(
    201,
  );
  return uuid;
}

const data = (path = ''): string => `/api/v2/assets/${survey.uid}/data/${path}`;
const row = async (uuid: string): Promise<Row> =>
  (
    await app
      .as('owner')
      .get(data(`${uuid}/`))
      .expect(200)
  ).body as Row;
const xmlOf = async (uuid: string): Promise<string> =>
  (
    await app
      .as('owner')
      .get(data(`${(await row(uuid))._id}.xml`))
      .expect(200)
  ).text;

const KEPT = {
  'person/age': '34',
  old_field: 'kept',
  'oldgrp/oldphoto': 'op.jpg',
  recording: 'r.m4a',
  'meta/audit': 'audit.csv',
};

describe('an edit with the form of a snapshot', () => {
  const editWith = (deprecates: string, answers: string, uuid = randomUUID()) =>
    submission(app.as('owner'), instanceXml(survey.uid, { answers, deprecates, uuid }), [], snapshot);

  it('keeps the version, and nodes, files and recordings that the form lacks', async () => {
    const uuid = await sent();
    const answers =
      '<t1>b</t1><person><name>Asha</name></person><child><first_name>Neema</first_name></child>';
    await editWith(uuid, answers).expect(201);
    const after = await row(uuid);
    expect(after).toMatchObject({
      ...KEPT,
      __version__: version,
      'formhub/uuid': formUuid,
      t1: 'b',
      child: [{ 'child/first_name': 'Neema', 'child/nickname': 'N' }],
    });
    expect(after._attachments.map((file) => [file.media_file_basename, file.question_xpath])).toEqual([
      ['op.jpg', 'oldgrp/oldphoto'],
      ['audit.csv', 'meta/audit'],
      ['r.m4a', 'recording'],
    ]);
    expect(await xmlOf(uuid)).toContain('<old_field x="1">kept</old_field>');
  });

  it('removes what the form has and the edit lacks', async () => {
    const uuid = await sent();
    await editWith(uuid, '<person><name/></person>').expect(201);
    const after = await row(uuid);
    expect(after).toMatchObject(KEPT);
    for (const key of ['t1', 'person/name', 'child']) expect(after).not.toHaveProperty(key);
  });

  it('is found again when it is repeated', async () => {
    const [uuid, next] = [await sent(), randomUUID()];
    await editWith(uuid, '<t1>b</t1>', next).expect(201);
    await editWith(uuid, '<t1>b</t1>', next).expect(202);
    await editWith(uuid, '<t1>c</t1>', next).expect(409);
    expect(await row(uuid)).toMatchObject({ ...KEPT, t1: 'b' });
  });

  it('says who changed the submission meanwhile, and when', async () => {
    const uuid = await sent();
    await submission(
      app.as('anna'),
      instanceXml(survey.uid, { answers: '<t1>of anna</t1>', deprecates: uuid }),
      [],
      snapshot,
    ).expect(201);
    const { text } = await editWith(uuid, '<t1>late</t1>').expect(400);
    expect(text).toMatch(
      /anna changed this submission at \d{4}-\d\d-\d\d \d\d:\d\d UTC while you were editing\. Open it again/,
    );
    expect(await row(uuid)).toMatchObject({ t1: 'of anna' });
  });
});

describe('an edit by the API of collectors', () => {
  const edit = (deprecates: string, answers: string, values: object = {}, by = 'owner') =>
    submission(app.as(by), instanceXml(survey.uid, { answers, deprecates, ...values }));

  it('may remove what the version that it names has', async () => {
    const uuid = await sent();
    await edit(uuid, '<t1>b</t1><oldgrp><oldphoto>op.jpg</oldphoto></oldgrp>', { version }).expect(201);
    const after = await row(uuid);
    expect(after).toMatchObject({ t1: 'b', 'oldgrp/oldphoto': 'op.jpg', 'formhub/uuid': formUuid });
    for (const key of ['old_field', 'person/age', 'child']) expect(after).not.toHaveProperty(key);
  });

  it('keeps what no version has, and the version of the submission if it names none', async () => {
    const uuid = randomUUID();
    const answers = '<t1>a</t1><foreign><node>1</node></foreign><old_field>x</old_field>';
    await submit(app, survey.uid, { uuid, answers, version });
    await edit(uuid, '<t1>b</t1>').expect(201);
    const after = await row(uuid);
    expect(after).toMatchObject({ t1: 'b', 'foreign/node': '1', __version__: version });
    expect(after).not.toHaveProperty('old_field');
  });

  it('is stored as it was sent if there is nothing to keep', async () => {
    const [uuid, next] = [await submit(app, survey.uid, { answers: '<t1>a</t1>' }), randomUUID()];
    await edit(uuid, '<t1>b</t1> <!-- as sent -->', { uuid: next }).expect(201);
    expect(await xmlOf(uuid)).toBe(
      instanceXml(survey.uid, { uuid: next, answers: '<t1>b</t1> <!-- as sent -->', deprecates: uuid }),
    );
  });

  it('does not name the other editor to those who may not see the submission', async () => {
    await grantPartially(app, survey.uid, 'some', { change_submissions: [{ t1: 'seen' }] });
    const uuid = await sent();
    await edit(uuid, '<t1>b</t1>', {}, 'anna').expect(201);
    await edit(uuid, '<t1>c</t1>').expect(410);
    const xml = instanceXml(survey.uid, { answers: '<t1>c</t1>', deprecates: uuid });
    const { text } = await submission(app.as('some'), xml, [], snapshot).expect(400);
    expect(text).toContain('could not be found');
    expect(text).not.toContain('anna');
  });
});

describe('bulk edits and duplicates', () => {
  it('keep the version, and nodes and files of other versions', async () => {
    const uuid = await sent();
    const { _id: id } = await row(uuid);
    const payload = { submission_ids: [id], data: { t1: 'bulk' } };
    await app.as('owner').patch(data('bulk/')).send({ payload }).expect(200);
    const expected = { ...KEPT, __version__: version, 'formhub/uuid': formUuid, t1: 'bulk' };
    expect(await row(uuid)).toMatchObject(expected);
    const { body } = await app
      .as('owner')
      .post(data(`${id}/duplicate/`))
      .expect(201);
    expect(body).toMatchObject(expected);
    expect((body as Row)._attachments).toHaveLength(3);
  });
});
