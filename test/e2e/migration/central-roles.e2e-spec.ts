import { moveFromCentral, versionOf } from '../../factories/central.factory';
import { startApp, type TestApp } from '../../support/app';
import type { CentralForm, CentralProject } from '../../support/central-data';
import { CentralServer } from '../../support/central-server';

describe('roles, public links and addresses of ODK Central', () => {
  let central: CentralServer;
  let target: TestApp;
  let project: CentralProject;
  let wells: CentralForm;
  let pumps: CentralForm;

  beforeEach(async () => {
    [central, target] = [await CentralServer.start(), await startApp()];
    for (const name of ['owner', 'ann', 'ben', 'cleo', 'dora']) await addPerson(name);
    project = central.addProject('Water');
    wells = central.addForm(project, 'wells', versionOf('wells', '1', { name: 'text' }));
    pumps = central.addForm(project, 'pumps', versionOf('pumps', '1', { name: 'text' }));
    central.submit(wells, '<name>Asha</name>');
    project.webUsers.push(
      { email: 'Owner@example.org', role: 'manager' },
      { email: 'ann@example.org', role: 'manager' },
      { email: 'Ben@Example.org', role: 'viewer' },
      { email: 'cleo@example.org', role: 'formfill' },
      { email: 'dora@example.org', role: 'viewer', form: pumps },
    );
  });
  afterEach(async () => {
    await target.stop();
    await central.stop();
  });

  async function addPerson(name: string, email = `${name}@example.org`): Promise<void> {
    await target.addUser(name);
    await target.rows('UPDATE app_user SET email = $2 WHERE username = $1', [name, email]);
  }

  const move = (options: Parameters<typeof moveFromCentral>[2] = {}) =>
    moveFromCentral(target, central, options);
  const complaints = ({ assets }: Awaited<ReturnType<typeof move>>) =>
    assets.flatMap(({ problems, differences }) => [...problems, ...differences]);
  const uidOf = async (name: string): Promise<string> => {
    const [row] = await target.rows<{ uid: string }>('SELECT uid FROM asset WHERE name = $1', [name]);
    return row!.uid;
  };
  /** Permissions that a user holds on a project or form. */
  const abilities = async (by: string, form: string) => {
    const uid = await uidOf(form);
    const permissions = (await target.as(by).get(`/api/v2/assets/${uid}/`)).body.permissions as
      { user: string; permission: string }[] | undefined;
    const own = permissions?.filter(({ user }) => user.endsWith(`/${by}/`)) ?? [];
    return own.map(({ permission }) => permission.split('/').at(-2)).sort();
  };
  const MANAGES = [
    ...['add_submissions', 'change_asset', 'change_submissions', 'delete_submissions', 'discover_asset'],
    ...['manage_asset', 'validate_submissions', 'view_asset', 'view_submissions'],
  ];

  it('gives accounts with the same addresses what the roles gave, and no more', async () => {
    const report = await move();
    expect(complaints(report)).toEqual([]);
    expect(report).toMatchObject({ equal: true, missingAccounts: [], createdAccounts: [] });
    expect(report.assets.flatMap(({ notMoved = [] }) => notMoved)).toEqual([]);
    expect(await abilities('ann', 'wells')).toEqual(MANAGES);
    expect(await abilities('ben', 'wells')).toEqual(['view_asset', 'view_submissions']);
    expect(await abilities('cleo', 'wells')).toEqual(['add_submissions', 'view_asset']);
    expect(await abilities('dora', 'wells')).toEqual([]);
    expect(await abilities('dora', 'pumps')).toEqual(['view_asset', 'view_submissions']);
    expect(await abilities('cleo', 'Water')).toEqual(['view_asset']);
    const data = `/api/v2/assets/${await uidOf('wells')}/data/`;
    await target.as('ben').get(data).expect(200);
    await target.as('cleo').get(data).expect(404);
    await target.as('dora').get(data).expect(404);
  });

  it('takes back what a role no longer gives', async () => {
    await move();
    project.webUsers.splice(1, 2, { email: 'ann@example.org', role: 'formfill' });
    const report = await move();
    expect(complaints(report)).toEqual([]);
    expect(await abilities('ann', 'wells')).toEqual(['add_submissions', 'view_asset']);
    expect(await abilities('ben', 'wells')).toEqual([]);
  });

  it('names people without an account here, or creates it with the address, deactivated', async () => {
    await target.rows(`DELETE FROM app_user WHERE username IN ('ann', 'cleo')`);
    // Another person has the name.
    await addPerson('ann', 'ann@elsewhere.org');
    const missing = await move();
    expect(missing).toMatchObject({
      equal: false,
      missingAccounts: ['ann@example.org', 'cleo@example.org'],
    });
    expect(await abilities('ann', 'wells')).toEqual([]);
    const created = await move({ createAccounts: true });
    expect(complaints(created)).toEqual([]);
    expect(created).toMatchObject({ equal: true, createdAccounts: ['ann_2', 'cleo'] });
    expect(
      await target.rows(
        `SELECT username, email, is_active AS active FROM app_user WHERE username IN ('ann', 'ann_2', 'cleo') ORDER BY 1`,
      ),
    ).toEqual([
      { username: 'ann', email: 'ann@elsewhere.org', active: true },
      { username: 'ann_2', email: 'ann@example.org', active: false },
      { username: 'cleo', email: 'cleo@example.org', active: false },
    ]);
    expect(await move({ createAccounts: true })).toMatchObject({ equal: true, createdAccounts: [] });
  });

  it('gives nothing to several accounts with one address', async () => {
    await addPerson('another', 'ben@example.org');
    const report = await move({ createAccounts: true });
    expect(report).toMatchObject({
      equal: false,
      missingAccounts: ['ben@example.org'],
      createdAccounts: [],
    });
    expect(await abilities('ben', 'wells')).toEqual([]);
    expect(await abilities('another', 'wells')).toEqual([]);
  });

  it('counts roles whose addresses the user of the server may not see, and keeps what was granted here', async () => {
    central.managed = [project];
    await move();
    const uid = await uidOf('wells');
    const assignment = {
      user: `${target.origin}/api/v2/users/ben/`,
      permission: `${target.origin}/api/v2/permissions/view_asset/`,
    };
    await target
      .as('owner')
      .post(`/api/v2/assets/${uid}/permission-assignments/`)
      .send(assignment)
      .expect(201);
    const report = await move();
    expect(report).toMatchObject({ equal: true, missingAccounts: [] });
    expect(report.assets.find(({ name }) => name === 'Water')!.notMoved).toEqual([
      '4 web users with roles, whose e-mail addresses only an administrator of the server may see',
    ]);
    expect(await abilities('ben', 'wells')).toEqual(['view_asset']);
  });

  it('makes collector links of open public links for many submissions', async () => {
    wells.publicLinks.push(
      { displayName: 'Poster', once: false, token: 'a' },
      { displayName: 'Team', once: false, token: 'b' },
      { displayName: 'Closed', once: false, token: null },
      { displayName: 'Once', once: true, token: 'c' },
    );
    central.addAppUser(project, 'Team', [wells]);
    const links: string[] = [];
    const report = await move({
      receiveLink: ({ formId, collector }) => Promise.resolve(void links.push(`${formId} ${collector}`)),
    });
    expect(complaints(report)).toEqual([]);
    expect(links).toEqual(['wells Team', 'wells Poster', 'wells Team (public link)']);
    expect(report.assets.find(({ name }) => name === 'wells')!.notMoved).toEqual([
      '1 public link for one submission',
    ]);
  });
});
