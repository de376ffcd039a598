import { moveFromCentral, versionOf, xformOf } from '../../factories/central.factory';
import { downloadExport } from '../../factories/export.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import type { MigratedLink } from '../../../src/modules/migration/migration-options';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { CentralServer } from '../../support/central-server';

const QUESTIONS = { name: 'text', age: 'integer', photo: 'image' };

describe('moving from ODK Central', () => {
  let central: CentralServer;
  let target: TestApp;

  beforeEach(async () => {
    [central, target] = [await CentralServer.start(), await startApp()];
    await target.addUser('owner');
  });
  afterEach(async () => {
    await target.stop();
    await central.stop();
  });

  const move = (values: Parameters<typeof moveFromCentral>[2] = {}) =>
    moveFromCentral(target, central, values);
  const get = async (path: string) => (await target.as('owner').get(path).expect(200)).body;
  const dataOf = async (uid: string) =>
    (await get(`/api/v2/assets/${uid}/data/?sort={"_id":1}`)).results as Record<string, unknown>[];

  function makeWells() {
    const project = central.addProject('Water');
    const form = central.addForm(project, 'wells', versionOf('wells', '1', { name: 'text', photo: 'image' }));
    const collector = central.addAppUser(project, 'Team North', [form]);
    const first = central.submit(form, '<name>Asha</name><photo>1.jpg</photo>', {
      submitter: collector,
      files: { '1.jpg': Buffer.from('a photo') },
    });
    central.publish(form, versionOf('wells', '2', QUESTIONS));
    const second = central.submit(form, '<name>Ben</name><age>3</age>');
    const third = central.submit(form, '<name>Cleo</name><age>4</age>');
    return { project, form, collector, submissions: [first, second, third] };
  }

  it('moves a project with its form, versions, media, submissions and photos', async () => {
    const { form, submissions } = makeWells();
    form.attachments.set('map.png', { content: Buffer.from('a map') });
    form.attachments.set('people.csv', { content: Buffer.from('name,label\n1,Ann\n'), isDataset: true });
    const [first, second, third] = submissions;
    central.review(first!, 'approved');
    central.review(second!, 'rejected');
    central.edit(form, third!, '<name>Clea</name><age>5</age>');
    const report = await move();
    expect(report.assets.flatMap(({ problems, differences }) => [...problems, ...differences])).toEqual([]);
    expect(report).toMatchObject({
      equal: true,
      assets: [
        { assetType: 'collection', name: 'Water', state: 'complete' },
        { name: 'wells', state: 'complete', submissions: { created: 3, attachments: 1 } },
      ],
    });
    const [collection, survey] = report.assets.map(({ uid }) => uid);
    const asset = await get(`/api/v2/assets/${survey!}/`);
    expect(asset).toMatchObject({
      parent: expect.stringContaining(collection!),
      deployment__active: true,
      deployment__submission_count: 3,
    });
    expect(asset.deployed_versions.count).toBe(2);
    const data = await dataOf(survey!);
    expect(data).toMatchObject([
      {
        name: 'Asha',
        photo: '1.jpg',
        _submitted_by: 'Team North',
        _uuid: first!.instanceId.slice(5),
        _submission_time: first!.createdAt.slice(0, 19),
        _validation_status: { uid: 'validation_status_approved' },
        _attachments: [{ media_file_basename: '1.jpg', question_xpath: 'photo' }],
      },
      { name: 'Ben', _validation_status: { uid: 'validation_status_not_approved' } },
      {
        name: 'Clea',
        age: '5',
        _uuid: third!.versions[1]!.instanceId.slice(5),
        'meta/rootUuid': third!.instanceId,
        _validation_status: {},
      },
    ]);
    const ids = data.map(({ _id }) => _id as number);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect(Math.max(...ids)).toBeLessThan(1_000_000);
    const [{ download_url: photo }] = data[0]!['_attachments'] as [{ download_url: string }];
    expect(String(await get(photo.replace(target.origin, '')))).toBe('a photo');
    const files = await get(`/api/v2/assets/${survey!}/files/`);
    expect(
      files.results.map((file: { metadata: { filename: string } }) => file.metadata.filename).sort(),
    ).toEqual(['map.png', 'people.csv']);
    const versions = await target.rows<{ version: string }>(
      'SELECT count(DISTINCT version_uid)::int AS version FROM submission',
    );
    expect(versions).toEqual([{ version: 2 }]);
  });

  it('brings only what changed the next time, and deletes what was deleted', async () => {
    const { form, project, submissions, collector } = makeWells();
    const other = central.addForm(project, 'pumps', versionOf('pumps', '1', { name: 'text' }));
    await move();
    const before = await target.rows('SELECT id, root_uuid FROM submission ORDER BY id');
    expect(await move()).toMatchObject({
      equal: true,
      assets: [{}, { submissions: { created: 0, changed: 0, unchanged: 3, attachments: 0 } }, {}],
    });
    expect(await target.rows('SELECT id, root_uuid FROM submission ORDER BY id')).toEqual(before);
    const [first, second, third] = submissions;
    central.edit(form, first!, '<name>Ann</name><photo>1.jpg</photo>');
    central.review(third!, 'hasIssues');
    form.submissions.splice(form.submissions.indexOf(second!), 1);
    central.submit(form, '<name>Dan</name><photo>2.jpg</photo>', {
      submitter: collector,
      files: { '2.jpg': Buffer.from('another') },
    });
    project.forms.splice(project.forms.indexOf(other), 1);
    central.setState(form, 'closed');
    const report = await move();
    expect(report).toMatchObject({
      equal: true,
      assets: [{}, { submissions: { created: 1, changed: 2, unchanged: 0, deleted: 1 } }],
      deletedAssets: [expect.stringContaining('(pumps)')],
    });
    const { uid } = report.assets[1]!;
    expect(await get(`/api/v2/assets/${uid}/`)).toMatchObject({ deployment__active: false });
    expect((await dataOf(uid)).map(({ name }) => name)).toEqual(['Ann', 'Cleo', 'Dan']);
  });

  it('keeps forms of projects that the user does not see', async () => {
    const { project } = makeWells();
    const { uid } = (await move()).assets[1]!;
    central.managed = [];
    expect(await move()).toMatchObject({ equal: true, assets: [], deletedAssets: [] });
    await get(`/api/v2/assets/${uid}/`);
    central.managed = [project];
    project.forms.splice(0);
    expect(await move()).toMatchObject({ assets: [{ name: 'Water' }], deletedAssets: [] });
    central.managed = undefined;
    expect(await move()).toMatchObject({ deletedAssets: [expect.stringContaining('(wells)')] });
  });

  it('names a submission with another version', async () => {
    const { submissions } = makeWells();
    await move();
    await target.rows(
      `UPDATE submission s SET version_uid = v.uid FROM asset_version v
        WHERE v.asset_id = s.asset_id AND v.uid <> s.version_uid AND s.root_uuid = $1`,
      [submissions[0]!.instanceId.slice(5)],
    );
    const { equal, assets } = await move();
    expect(equal).toBe(false);
    expect(assets[1]!.differences).toEqual([
      expect.stringMatching(
        new RegExp(
          `^submission ${submissions[0]!.instanceId}: its version: v\\w+ at the source, v\\w+ here$`,
        ),
      ),
    ]);
  });

  it('accepts edits of moved submissions, and new ones', async () => {
    const { submissions } = makeWells();
    const { uid } = (await move()).assets[1]!;
    const deprecates = submissions[1]!.instanceId.slice(5);
    await submission(
      target.as('owner'),
      instanceXml(uid, { answers: '<name>Bea</name>', deprecates }),
    ).expect(201);
    await submission(target.as('owner'), instanceXml(uid, { answers: '<name>Eve</name>' })).expect(201);
    expect((await dataOf(uid)).map(({ name }) => name)).toEqual(['Asha', 'Bea', 'Cleo', 'Eve']);
    const xml = await target.rows<{ xml: string }>(`SELECT xml FROM submission WHERE xml LIKE '%Asha%'`);
    expect(xml[0]!.xml).toContain(`id="${uid}"`);
  });

  it('takes over the XForm of a form without XLSForm, with columns in exports', async () => {
    const project = central.addProject('Water');
    const xform = xformOf('wells', '7', QUESTIONS);
    const form = central.addForm(project, 'wells', { version: '7', xform });
    central.submit(form, '<name>Asha</name><age>3</age>');
    const report = await move();
    expect(report).toMatchObject({
      equal: true,
      assets: [{}, { notes: ['It is deployed with the XForm of the source: it was uploaded as XForm'] }],
    });
    const { uid } = report.assets[1]!;
    const [deployed] = await target.rows<{ xml: string }>('SELECT xml FROM deployment');
    expect(deployed!.xml).toBe(xform.replace('id="wells"', `id="${uid}"`));
    const { content } = await get(`/api/v2/assets/${uid}/`);
    expect(content.survey).toMatchObject([
      { type: 'text', name: 'name', label: ['The name'] },
      { type: 'integer', name: 'age' },
      { type: 'image', name: 'photo' },
    ]);
    await submission(target.as('owner'), instanceXml(uid, { answers: '<name>Eve</name>' })).expect(201);
    expect((await dataOf(uid)).map(({ name }) => name)).toEqual(['Asha', 'Eve']);
    const csv = String(await downloadExport(target, uid));
    expect(csv).toMatch(/^"The name";"The age";"The photo"/);
  });

  it('takes over the XForm of a form that the converter refuses, and names the reason', async () => {
    const project = central.addProject('Water');
    const { xform } = versionOf('wells', '1', { name: 'text' });
    const { xlsx } = versionOf('wells', '1', { name: 'no such type' });
    const form = central.addForm(project, 'wells', { version: '1', xform, xlsx });
    central.submit(form, '<name>Asha</name>');
    const report = await move();
    expect(report).toMatchObject({ equal: true, assets: [{}, { state: 'complete' }] });
    expect(report.assets[1]!.notes).toEqual([
      expect.stringContaining('the converter here refuses its XLSForm: survey'),
    ]);
  });

  it('creates a collector link for each app user, once, and hands it over', async () => {
    const { form, project } = makeWells();
    central.addAppUser(project, 'Team South', [form]);
    central.addAppUser(project, 'Of another form');
    const links: MigratedLink[] = [];
    const receiveLink = (link: MigratedLink): Promise<void> => {
      if (link.collector === 'Team South' && links.length === 1)
        return Promise.reject(new Error('disk full'));
      links.push(link);
      return Promise.resolve();
    };
    expect((await move()).assets[1]!.notes).toEqual([
      'Collectors without a link here: Team North, Team South. Create links on its tab Collect, or with --links',
    ]);
    await expect(move({ receiveLink })).rejects.toThrow('disk full');
    links.push({ formId: '', assetName: '', collector: '', key: '' });
    const report = await move({ receiveLink });
    expect(report).toMatchObject({ equal: true, assets: [{}, { notes: [] }] });
    await move({ receiveLink });
    const { uid } = report.assets[1]!;
    expect(links.map(({ formId, collector }) => [formId, collector])).toEqual([
      ['wells', 'Team North'],
      ['', ''],
      ['wells', 'Team South'],
    ]);
    const stored = await get(`/api/v2/assets/${uid}/collector-links/`);
    expect(stored.results.map(({ name }: { name: string }) => name)).toEqual(['Team South', 'Team North']);
    const formList = await target
      .as(ANONYMOUS)
      .get(`/collector/${links[2]!.key}/formList`)
      .set('X-OpenRosa-Version', '1.0');
    expect(String(formList.text)).toContain(uid);
  });

  it('passes drafts over, and moves chosen projects only', async () => {
    const { project } = makeWells();
    central.addForm(project, 'draft');
    central.addForm(central.addProject('Health'), 'clinics', versionOf('clinics', '1', { name: 'text' }));
    const report = await move({ projects: ['Water'] });
    expect(report.assets.map(({ name }) => name)).toEqual(['Water', 'wells']);
    expect(report.omitted).toEqual(['draft of Water: a draft that was never published']);
    const missing = await move({ projects: ['2', 'Roads'] });
    expect(missing).toMatchObject({
      equal: false,
      deletedAssets: [],
      assets: [{ name: 'Health' }, { name: 'clinics' }],
      failed: [expect.stringContaining('Project Roads')],
    });
  });

  it('tells beforehand what would be moved, and writes nothing', async () => {
    makeWells();
    const report = await move({ dryRun: true, owner: 'missing' });
    expect(report.assets[1]).toMatchObject({
      state: 'planned',
      notes: [
        '3 submissions',
        '1 attachments, an unknown number of bytes',
        'Collectors that would need a link here: Team North. See --links',
      ],
      problems: [expect.stringContaining('Its owner missing has no account here')],
    });
    expect(await target.rows('SELECT FROM asset')).toEqual([]);
  });
});
