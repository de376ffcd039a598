import { moveFromCentral, versionOf, xformOf } from '../../factories/central.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import type { CentralForm, CentralProject, CentralSubmission } from '../../support/central-data';
import type { CentralDataset, CentralEntity } from '../../support/central-entities';
import { CentralServer } from '../../support/central-server';

const ASHA = '3f15cdfb-8d5c-4a39-9fd1-58c9a1b6a0f2';
const BEN = '4a26cdfb-8d5c-4a39-9fd1-58c9a1b6a0f3';
const TIME = '2024-03-02T08:00:00.000Z';

/** Form that saves to the list `people`, with the value of `name` as label. */
function registerXform(version: string): string {
  const entity = '<entity dataset="people" id="" create="1"><label/></entity>';
  return xformOf('register', version, { name: 'text' })
    .replace(
      '<model>',
      '<model xmlns:entities="http://www.opendatakit.org/xforms/entities" entities:entities-version="2024.1.0">',
    )
    .replace('<meta><instanceID/></meta>', `<meta><instanceID/>${entity}</meta>`)
    .replace(
      '<bind nodeset="/data/name" type="string"/>',
      '<bind nodeset="/data/name" type="string" entities:saveto="name"/>',
    );
}

describe('moving entity lists from ODK Central', () => {
  let central: CentralServer;
  let target: TestApp;
  let project: CentralProject;
  let register: CentralForm;
  let visit: CentralForm;
  let sent: CentralSubmission;
  let people: CentralDataset;
  let asha: CentralEntity;

  beforeEach(async () => {
    [central, target] = [await CentralServer.start(), await startApp()];
    await target.addUser('owner');
    project = central.addProject('Homes');
    register = central.addForm(project, 'register', { version: '1', xform: registerXform('1') });
    sent = central.submit(register, '<name>Asha</name>');
    const secondary = '<instance id="people" src="jr://file-csv/people.csv"/><bind';
    const xform = xformOf('visit', '1', { note: 'text' }).replace('<bind', secondary);
    visit = central.addForm(project, 'visit', { version: '1', xform });
    visit.attachments.set('people.csv', { content: Buffer.from('name,label\n'), isDataset: true });
    const source = { xmlFormId: 'register', instanceId: sent.instanceId };
    asha = {
      uuid: ASHA,
      conflict: 'hard',
      versions: [
        { label: 'Asha', data: { name: 'Asha' }, by: 'Team North', createdAt: TIME, source },
        {
          label: 'Asha',
          data: { name: 'Asha', 'the.age': '41' },
          by: 'Ben',
          createdAt: TIME,
          baseVersion: 1,
        },
        {
          label: 'Asha N',
          data: { name: 'Asha N', 'the.age': '41' },
          by: 'Cleo',
          createdAt: TIME,
          baseVersion: 1,
          conflictingProperties: ['name'],
        },
      ],
    };
    const ben = {
      uuid: BEN,
      conflict: null,
      versions: [{ label: 'Ben', data: { name: 'Ben', 'the.age': null }, by: 'Lead', createdAt: TIME }],
    };
    people = { approvalRequired: true, properties: ['name', 'the.age'], entities: [asha, ben] };
    project.entityLists.set('people', people);
  });
  afterEach(async () => {
    await target.stop();
    await central.stop();
  });

  const move = (values: Parameters<typeof moveFromCentral>[2] = {}) =>
    moveFromCentral(target, central, values);
  const get = async (path: string) => (await target.as('owner').get(path).expect(200)).body;
  const problemsOf = ({ assets }: Awaited<ReturnType<typeof move>>): string[] =>
    assets.flatMap(({ problems, differences }) => [...problems, ...differences]);

  it('brings a list with its entries, their history and the submissions that made them', async () => {
    const report = await move();
    expect(problemsOf(report)).toEqual([]);
    expect(report.assets[0]).toMatchObject({
      notMoved: [],
      entities: { source: { people: 2 }, here: { people: 2 } },
    });
    const form = report.assets.find(({ name }) => name === 'register')!;
    const [list] = (await get('/api/v2/entity-lists/')).results;
    expect(list).toMatchObject({ name: 'people', properties: ['name', 'the.age'], approval_required: true });
    const base = `/api/v2/entity-lists/${list.uid}/entities/`;
    expect((await get(base)).results).toMatchObject([
      {
        uuid: ASHA,
        version: 3,
        label: 'Asha N',
        data: { name: 'Asha N', 'the.age': '41' },
        conflict: 'hard',
      },
      { uuid: BEN, version: 1, label: 'Ben', conflict: null },
    ]);
    const [row] = (await get(`/api/v2/assets/${form.uid}/data/`)).results;
    const versions = (await get(`${base}${ASHA}/versions/`)).results;
    expect(versions).toMatchObject([
      { version: 3, base_version: 1, conflicting_properties: ['name'], created_by: 'Cleo' },
      { version: 2, base_version: 1, created_by: 'Ben' },
      { version: 1, base_version: null, created_by: 'Team North' },
    ]);
    expect(JSON.stringify(versions[2].submission)).toContain(`/data/${row._id}`);
    expect(versions[1].submission).toBeNull();
  });

  it('serves the list itself to the form that reads it, not the file of the old server', async () => {
    const report = await move();
    const { uid } = report.assets.find(({ name }) => name === 'visit')!;
    expect((await get(`/api/v2/assets/${uid}/files/`)).results).toEqual([]);
    const manifest = await target.as('owner').get(`/xformsManifest/${uid}`).set('X-OpenRosa-Version', '1.0');
    expect(manifest.text).toMatch(/type="approvalEntityList"[\s\S]*people\.csv/);
  });

  it('keeps registering with the form, and brings only what changed the next time', async () => {
    people.approvalRequired = false;
    const report = await move();
    const form = report.assets.find(({ name }) => name === 'register')!;
    const uuid = '5b26cdfb-8d5c-4a39-9fd1-58c9a1b6a0f4';
    const instance = instanceXml(form.uid, { answers: '<name>Dora</name>' }).replace(
      '<meta>',
      `<meta><entity xmlns="http://www.opendatakit.org/xforms/entities" dataset="people" id="${uuid}" create="1"><label>Dora</label></entity>`,
    );
    await submission(target.as('owner'), instance).expect(201);
    const labels = async (): Promise<string[]> =>
      (
        await target.rows<{ label: string }>(
          'SELECT label FROM entity WHERE date_deleted IS NULL ORDER BY label',
        )
      ).map(({ label }) => label);
    expect(await labels()).toEqual(['Asha N', 'Ben', 'Dora']);
    people.entities.pop();
    asha.conflict = null;
    asha.versions.push({
      label: 'Asha',
      data: { name: 'Asha' },
      by: 'Lead',
      createdAt: TIME,
      baseVersion: 3,
    });
    const before = await target.rows<{ id: string }>('SELECT id FROM entity WHERE uuid = $1', [ASHA]);
    expect(problemsOf(await move()).filter((each) => !each.startsWith('submission'))).toEqual([]);
    expect(await labels()).toEqual(['Asha']);
    expect(await target.rows('SELECT id FROM entity WHERE uuid = $1', [ASHA])).toEqual(before);
    expect(
      await target.rows('SELECT count(*)::int FROM entity_version WHERE entity_id = $1', [before[0]!.id]),
    ).toEqual([{ count: 4 }]);
  });

  it('names what differs here', async () => {
    await move();
    await target.rows(`UPDATE entity SET label = 'Other' WHERE uuid = $1`, [ASHA]);
    const { equal, assets } = await move();
    expect(equal).toBe(false);
    expect(assets[0]!.differences).toEqual([`entity list people: the values of ${ASHA} differ`]);
  });

  it('refuses a second list of the name, keeps its file, and moves the rest', async () => {
    const other = central.addProject('Other');
    const form = central.addForm(other, 'visit', versionOf('visit', '1', { name: 'text' }));
    form.attachments.set('people.csv', { content: Buffer.from('name,label\n'), isDataset: true });
    other.entityLists.set('people', { ...people, entities: [] });
    const report = await move();
    const second = report.assets.find(({ name }) => name === 'Other')!;
    expect(second.problems).toEqual([
      'Entity list people: owner has another list of that name here. Move the project to another owner',
    ]);
    const { uid } = report.assets.at(-1)!;
    expect((await get(`/api/v2/assets/${uid}/files/`)).results).toHaveLength(1);
  });

  it('moves nothing of a list to a user who chooses a form alone, and keeps its file', async () => {
    const { assets } = await move({ dryRun: true });
    const { uid } = assets.find(({ name }) => name === 'visit')!;
    await move({ assetUids: [uid] });
    expect((await get('/api/v2/entity-lists/')).results).toEqual([]);
    expect((await get(`/api/v2/assets/${uid}/files/`)).results).toHaveLength(1);
  });

  it('names a list that cannot be read', async () => {
    people.entities.push({ uuid: 'not a uuid', conflict: null, versions: asha.versions });
    const { equal, assets } = await move();
    expect(equal).toBe(false);
    expect(assets[0]!.problems[0]).toBe('Entities of people: an entity has the identifier "not a uuid"');
  });
});
