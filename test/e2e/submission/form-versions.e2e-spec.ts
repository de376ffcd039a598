import { randomUUID } from 'node:crypto';
import { readXlsx } from 'hucre';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { downloadExport } from '../../factories/export.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { SubmissionRereadingService } from '../../../src/modules/submission/edit/submission-rereading.service';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

/** Submissions are read by the version of the form that they name (contract-xlsform 4.2). */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
});
afterAll(() => app.stop());

const owner = () => app.as('owner');
const text = (name: string) => ({ type: 'text', name, label: name });
const inside = (type: 'group' | 'repeat', name: string, ...rows: object[]) => [
  { type: `begin_${type}`, name, label: name },
  ...rows,
  { type: `end_${type}` },
];
const kids = inside('repeat', 'kids', text('kn'));
const place = [
  { type: 'geopoint', name: 'gp', label: 'gp' },
  { type: 'integer', name: 'n', label: 'n' },
];
const V1 = [text('t'), ...kids, ...place];

const SECOND_VERSIONS: Readonly<Record<string, readonly object[]>> = {
  'moved into a group': [text('t'), ...inside('group', 'h', ...kids, ...place)],
  renamed: [text('t'), ...inside('repeat', 'children', text('kn')), ...place],
  removed: [text('t')],
  'made a group': [text('t'), ...inside('group', 'kids', text('kn')), { ...text('gp') }, { ...text('n') }],
};

async function deployTwice(first: readonly object[], second: readonly object[]) {
  const asset = await makeDeployedAsset(app, { content: { survey: first } });
  return { asset, v1: asset['version_id'] as string, v2: await redeploy(asset, second) };
}

async function redeploy({ uid }: AssetJson, survey: readonly object[]): Promise<string> {
  await owner().patch(`/api/v2/assets/${uid}/`).send({ content: { survey } }).expect(200);
  const { body } = await owner().patch(`/api/v2/assets/${uid}/deployment/`).send({}).expect(200);
  return body.version_id as string;
}

type Row = Readonly<Record<string, unknown>> & { readonly _id: number };

async function rows(uid: string, query?: object): Promise<Row[]> {
  const filter = query === undefined ? {} : { query: JSON.stringify(query) };
  const { body } = await owner().get(`/api/v2/assets/${uid}/data/`).query(filter).expect(200);
  return body.results as Row[];
}

async function row(uid: string, uuid: string): Promise<Row> {
  const { body } = await owner().get(`/api/v2/assets/${uid}/data/${uuid}/`).expect(200);
  return body as Row;
}

async function sheets(uid: string, request: object = {}): Promise<Record<string, unknown[]>> {
  const { sheets: read } = await readXlsx(await downloadExport(app, uid, { type: 'xls', ...request }));
  return Object.fromEntries(
    read.map(({ name, rows: [heads = [], ...cells] }) => [
      name,
      cells.map((each) => Object.fromEntries(heads.map((head, at) => [head, each[at]]))),
    ]),
  );
}

const EARLY = '<t>early</t><kids><kn>E1</kn></kids><gp>1 2 0 0</gp><n>9</n>';
const LATE = '<t>late</t><kids><kn>L1</kn></kids><gp>3 4 0 0</gp><n>10</n>';

describe.each(Object.entries(SECOND_VERSIONS))('after a repeat was %s', (_, second) => {
  let uid: string;
  let v1: string;
  const uuids = { early: randomUUID(), late: randomUUID() };

  beforeAll(async () => {
    const asset = await makeDeployedAsset(app, { name: 'Late', content: { survey: V1 } });
    ({ uid } = asset);
    v1 = asset['version_id'] as string;
    await submit(app, uid, { answers: EARLY, version: v1, uuid: uuids.early });
    await redeploy(asset, second);
    await submit(app, uid, { answers: LATE, version: v1, uuid: uuids.late });
  });

  const expected = (t: string, kn: string, geolocation: readonly number[]) => ({
    t,
    kids: [{ 'kids/kn': kn }],
    _geolocation: geolocation,
    __version__: v1,
  });

  it('reads late submissions of the former version as before', async () => {
    expect(await rows(uid)).toMatchObject([expected('early', 'E1', [1, 2]), expected('late', 'L1', [3, 4])]);
  });

  it('finds them by paths of the former version', async () => {
    const found = (query: object) => rows(uid, query).then((all) => all.map(({ t }) => t));
    expect(await found({ n: { $gt: 9.5 } })).toEqual(['late']);
    expect(await found({ kids: { $elemMatch: { 'kids/kn': 'L1' } } })).toEqual(['late']);
  });

  it('exports them, and counts them in reports and in the OData feed', async () => {
    const exported = await sheets(uid);
    expect(exported['kids']).toMatchObject([{ kn: 'E1' }, { kn: 'L1' }]);
    const report = await owner().get(`/api/v2/assets/${uid}/reports/`).query({ version: 'all' }).expect(200);
    const questions = report.body.list as { name: string; data: { provided: number } }[];
    const named = questions.filter(({ name }) => name === 'kn');
    expect(named.reduce((sum, { data }) => sum + data.provided, 0)).toBe(2);
    const feed = await owner().get(`/api/v2/assets/${uid}/odata/kids`).expect(200);
    expect((feed.body.value as { kn: string }[]).map(({ kn }) => kn)).toEqual(['E1', 'L1']);
  });

  it('keeps that through a bulk edit, a duplication and an edit', async () => {
    const { _id: id } = await row(uid, uuids.early);
    await owner()
      .patch(`/api/v2/assets/${uid}/data/bulk/`)
      .send({ payload: { submission_ids: [id], data: { t: 'edited' } } })
      .expect(200);
    expect(await row(uid, uuids.early)).toMatchObject(expected('edited', 'E1', [1, 2]));
    const { body } = await owner().post(`/api/v2/assets/${uid}/data/${id}/duplicate/`).expect(201);
    expect(body).toMatchObject(expected('edited', 'E1', [1, 2]));
    await owner().delete(`/api/v2/assets/${uid}/data/${body._id}/`).expect(204);
    const answers = EARLY.replace('early', 'again');
    const { _uuid: deprecates } = (await row(uid, uuids.early)) as Row & { readonly _uuid: string };
    await submission(owner(), instanceXml(uid, { answers, version: v1, deprecates })).expect(201);
    expect(await row(uid, uuids.early)).toMatchObject(expected('again', 'E1', [1, 2]));
  });
});

describe('a submission of one of several versions', () => {
  it('names its version by the attribute of the form alone', async () => {
    const asset = await makeDeployedAsset(app, { content: { survey: V1 } });
    const { text: form } = await owner().get(`/forms/${asset.uid}/form.xml`);
    const label = / version="([^"]+)"/.exec(form)![1]!;
    await redeploy(asset, [text('t')]);
    const uuid = randomUUID();
    const xml = instanceXml(asset.uid, { answers: LATE, uuid }).replace(/version="1"/, `version="${label}"`);
    await submission(owner(), xml).expect(201);
    expect(await row(asset.uid, uuid)).toMatchObject({ kids: [{ 'kids/kn': 'L1' }], _geolocation: [3, 4] });
  });

  it('is read by the newest version that has a node which its own lacks', async () => {
    const moved = [text('t'), ...inside('group', 'h', ...kids, ...place)];
    const { asset, v1 } = await deployTwice(V1, moved);
    const answers = '<t>x</t><kids><kn>old</kn></kids><h><kids><kn>new</kn></kids><gp>5 6 0 0</gp></h>';
    const uuid = await submit(app, asset.uid, { answers, version: v1 });
    expect(await row(asset.uid, uuid)).toMatchObject({
      kids: [{ 'kids/kn': 'old' }],
      'h/kids': [{ 'h/kids/kn': 'new' }],
      _geolocation: [5, 6],
    });
    const exported = await sheets(asset.uid);
    expect(exported['kids']).toMatchObject([{ kn: 'old' }, { kn: 'new' }]);
  });

  it('is read by the newest version if it names none or an unknown one', async () => {
    const { asset } = await deployTwice([text('kn')], [text('t'), ...kids]);
    for (const version of [undefined, 'vunknown'])
      expect(
        await row(asset.uid, await submit(app, asset.uid, { answers: LATE, ...(version && { version }) })),
      ).toMatchObject({ kids: [{ 'kids/kn': 'L1' }] });
  });

  it('keeps a group of its version where a later one has a repeat', async () => {
    const { asset, v1, v2 } = await deployTwice(
      [text('t'), ...inside('group', 'kids', text('kn'))],
      [text('t'), ...kids],
    );
    const first = await submit(app, asset.uid, { answers: '<kids><kn>G</kn></kids>', version: v1 });
    const second = await submit(app, asset.uid, { answers: '<kids><kn>R</kn></kids>', version: v2 });
    expect(await row(asset.uid, first)).toMatchObject({ 'kids/kn': 'G' });
    expect(await row(asset.uid, second)).toMatchObject({ kids: [{ 'kids/kn': 'R' }] });
  });

  it('has no answer to a later question with the name of its repeat', async () => {
    const { asset, v1, v2 } = await deployTwice(V1, [text('t'), text('kids')]);
    await submit(app, asset.uid, { answers: EARLY, version: v1 });
    await submit(app, asset.uid, { answers: '<t>new</t><kids>two</kids>', version: v2 });
    const exported = await sheets(asset.uid);
    const newestOnly = await sheets(asset.uid, { fields_from_all_versions: false });
    for (const [top] of [Object.values(exported), Object.values(newestOnly)])
      expect(top).toMatchObject([
        { t: 'early', kids: null },
        { t: 'new', kids: 'two' },
      ]);
    expect(exported['kids']).toMatchObject([{ kn: 'E1' }]);
    const report = await owner().get(`/api/v2/assets/${asset.uid}/reports/`).expect(200);
    const questions = report.body.list as { name: string; data: { provided: number; responses: string[] } }[];
    const { data } = questions.find(({ name }) => name === 'kids')!;
    expect(data).toMatchObject({ provided: 1, responses: ['two'] });
    const browser = new Browser(app);
    await browser.signIn('owner', PASSWORD);
    const { text: page } = await browser.get(`/projects/${asset.uid}/data/`).expect(200);
    expect(page).toMatch(/<td>\s*two/);
    expect(page).not.toContain('kids/kn&quot;');
  });

  it('keeps a recording that an edit does not name', async () => {
    const recorded = { type: 'background-audio', name: 'rec', label: 'rec' };
    const { asset, v1 } = await deployTwice([text('t'), recorded], [text('t')]);
    const files = [{ name: 'rec.m4a', content: 'sound', type: 'audio/mp4' }];
    const uuid = await submit(app, asset.uid, { answers: '<t>a</t><rec>rec.m4a</rec>', version: v1, files });
    const edited = instanceXml(asset.uid, { answers: '<t>b</t>', version: v1, deprecates: uuid });
    await submission(owner(), edited).expect(201);
    expect(await row(asset.uid, uuid)).toMatchObject({
      t: 'b',
      _attachments: [{ media_file_basename: 'rec.m4a' }],
    });
  });
});

describe('versions that were deployed before their structure was kept', () => {
  it('are read by their content', async () => {
    const { asset, v1 } = await deployTwice(V1, [text('t')]);
    await app.rows('UPDATE asset_version SET facts = NULL WHERE uid = $1', [v1]);
    await owner().patch(`/api/v2/assets/${asset.uid}/deployment/`).send({ active: true }).expect(200);
    const uuid = await submit(app, asset.uid, { answers: LATE, version: v1 });
    expect(await row(asset.uid, uuid)).toMatchObject({ kids: [{ 'kids/kn': 'L1' }], _geolocation: [3, 4] });
    const [stored] = await app.rows<{ facts: { repeatPaths: string[] } }>(
      'SELECT facts FROM asset_version WHERE uid = $1',
      [v1],
    );
    expect(stored!.facts.repeatPaths).toEqual(['kids']);
  });
});

describe('submissions that an earlier release read by the newest form', () => {
  it('are read again, each by its own version, and only those that differ', async () => {
    const { asset, v1 } = await deployTwice(V1, [text('t'), ...inside('group', 'h', ...kids, ...place)]);
    const { uid } = asset;
    const [wrong, right] = [
      await submit(app, uid, { answers: LATE, version: v1 }),
      await submit(app, uid, { answers: EARLY, version: v1 }),
    ];
    const [before, untouched] = [await row(uid, wrong), await row(uid, right)];
    // As the earlier release stored it.
    await app.rows(
      `UPDATE submission SET answers = answers - 'kids' || '{"kids/kn": "L1"}',
              json = replace(replace(json, '"kids":[{"kids/kn":"L1"}]', '"kids/kn":"L1"'), '[3,4]', '[null,null]')
        WHERE root_uuid = $1`,
      [wrong],
    );
    expect(await row(uid, wrong)).toMatchObject({ 'kids/kn': 'L1', _geolocation: [null, null] });
    await app.rows(
      'INSERT INTO submission_rereading (asset_id, last_id) SELECT id, 0 FROM asset WHERE uid = $1',
      [uid],
    );
    await app.nest.get(SubmissionRereadingService).rereadAll();
    const after = await row(uid, wrong);
    expect(after).toEqual({ ...before, _date_modified: after['_date_modified'] });
    expect(await row(uid, right)).toEqual(untouched);
    expect(await app.rows('SELECT * FROM submission_rereading')).toEqual([]);
    expect(await rows(uid, { kids: { $elemMatch: { 'kids/kn': 'L1' } } })).toHaveLength(1);
    const { body: history } = await owner().get(`/api/v2/assets/${uid}/history/`).expect(200);
    expect(history.results[0]).toMatchObject({
      action: 'modify-submission',
      metadata: { change: 'read-by-own-version', submission_ids: [before._id] },
    });
  });
});
