import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountExportService } from '../../../src/modules/migration/folder/account-export.service';
import { AccountFolder } from '../../../src/modules/migration/folder/account-folder';
import { FolderSource } from '../../../src/modules/migration/folder/folder.source';
import type { MigrationOptions } from '../../../src/modules/migration/migration-options';
import { MigrationService } from '../../../src/modules/migration/migration.service';
import { grant, makeAsset } from '../../factories/asset.factory';
import { makeConflict, register } from '../../factories/entity.factory';
import { makeHook } from '../../factories/hook.factory';
import { answersOf, makeForm, MIGRATION_OPTIONS, NO_OBSERVER } from '../../factories/migration.factory';
import { makePairedData } from '../../factories/paired-data.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

describe('export and import of an account', () => {
  let source: TestApp;
  let target: TestApp;
  let path: string;

  beforeEach(async () => {
    [source, target] = [await startApp({ hasOneProcess: true }), await startApp()];
    for (const app of [source, target]) for (const name of ['owner', 'helper']) await app.addUser(name);
    path = join(mkdtempSync(join(tmpdir(), 'fieldhouse-export-')), 'owner');
  });
  afterEach(async () => {
    rmSync(join(path, '..'), { recursive: true });
    await target.stop();
    await source.stop();
  });

  const write = () =>
    source.nest.get(AccountExportService, { strict: false }).write('owner', new AccountFolder(path));
  const read = async (username?: string, options: Partial<MigrationOptions> = {}) =>
    target.nest
      .get(MigrationService, { strict: false })
      .run(
        await FolderSource.open(new AccountFolder(path), username),
        { ...MIGRATION_OPTIONS, ...options },
        NO_OBSERVER,
      );

  it('creates the account with its e-mail address', async () => {
    await source.rows(`UPDATE app_user SET email = 'owner@example.org' WHERE username = 'owner'`);
    await fill();
    await write();
    await target.rows(`DELETE FROM app_user WHERE username = 'owner'`);
    expect(await read(undefined, { createAccounts: true })).toMatchObject({ equal: true });
    expect(await target.rows(`SELECT email FROM app_user WHERE username = 'owner'`)).toEqual([
      { email: 'owner@example.org' },
    ]);
  });

  /** Account with a form, its parts, and a library. */
  async function fill(): Promise<string> {
    const { uid } = await makeForm(source);
    await makePairedData(source, uid);
    await makeHook(source, uid);
    await grant(source, uid, 'helper', ['view_submissions']);
    await source
      .as('owner')
      .post(`/api/v2/assets/${uid}/files/`)
      .field({ file_type: 'form_media', description: 'default' })
      .attach('content', Buffer.from('name,label\n'), { filename: 'towns.csv', contentType: 'text/csv' })
      .expect(201);
    await makeAsset(source, { asset_type: 'collection', name: 'Library', content: {} });
    await makeAsset(source, { asset_type: 'block', name: '../../Block' });
    return uid;
  }

  it('writes open files that sha256sum checks, and reads them elsewhere, equal', async () => {
    const uid = await fill();
    expect(await write()).toEqual({ assets: 4, submissions: 3, attachments: 1, problems: [] });
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: path });
    expect(
      readFileSync(join(path, 'assets', uid, 'form.xlsx'))
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    expect(readFileSync(join(path, 'assets', uid, 'form.xml'), 'utf8')).toContain('What is your name?');
    const report = await read();
    expect(report.assets.flatMap(({ problems, differences }) => [...problems, ...differences])).toEqual([]);
    expect(report).toMatchObject({ equal: true, missingAccounts: [], deletedAssets: [] });
    const { body } = await target.as('owner').get(`/api/v2/assets/${uid}/data/?sort={"_id":1}`).expect(200);
    const original = await source.as('owner').get(`/api/v2/assets/${uid}/data/?sort={"_id":1}`).expect(200);
    const answers = ({ results }: { results: { _id: number; _uuid: string; 'person/name': string }[] }) =>
      results.map((each) => [each._id, each._uuid, each['person/name']]);
    expect(answers(body)).toEqual(answers(original.body));
    expect(await read()).toMatchObject({ equal: true });
  });

  it('brings notes, states before edits, and former form ids, with the same digest', async () => {
    const { uid, uuids } = await makeForm(source);
    const answers = answersOf('Bea');
    await submission(source.as('owner'), instanceXml(uid, { answers, deprecates: uuids[1]! })).expect(201);
    const data = `/api/v2/assets/${uid}/data/`;
    const { body } = await source.as('owner').get(`${data}?sort={"_id":1}`).expect(200);
    const ids = (body as { results: { _id: number }[] }).results.map(({ _id }) => _id);
    for (const text of ['Which well?', 'The southern one.'])
      await source.as('owner').post(`${data}${ids[1]}/notes/`).send({ body: text }).expect(201);
    await source.rows(`UPDATE deployment SET former_form_id = 'wells'`);
    expect(await write()).toMatchObject({ problems: [] });
    expect(await read()).toMatchObject({ equal: true });
    const digest = async (app: TestApp) =>
      createHash('sha256')
        .update(JSON.stringify(await stateOf(app)))
        .digest('hex');
    expect(await stateOf(target)).toEqual(await stateOf(source));
    expect(await digest(target)).toBe(await digest(source));
    expect((await stateOf(target)).notes).toHaveLength(2);
  });

  it('brings entity lists with their versions, conflicts and the submissions that made them', async () => {
    const { form } = await makeConflict(source);
    await register(source, form, { head: 'Rehema' });
    await source.rows(`INSERT INTO entity_list (uid, owner_id, name, properties, approval_required, date_created, date_modified)
                       SELECT 'elUnusedListUnusedLis', owner_id, 'unused', '["size"]', true, date_created, date_modified
                         FROM entity_list LIMIT 1`);
    expect(await write()).toMatchObject({ problems: [] });
    const report = await read();
    expect(report).toMatchObject({ equal: true, omitted: [] });
    expect(report.assets.flatMap(({ entities }) => entities ?? [])).toEqual([
      { source: { households: 2, unused: 0 }, here: { households: 2, unused: 0 } },
    ]);
    expect(await listsIn(target)).toEqual(await listsIn(source));
    expect((await listsIn(target)).versions.length).toBeGreaterThan(3);
    expect(await read()).toMatchObject({ equal: true });
    // The form goes on with the list.
    await register(target, form, { head: 'Zawadi' });
    expect(await target.rows('SELECT label FROM entity ORDER BY id DESC LIMIT 1')).toEqual([
      { label: 'Zawadi' },
    ]);
  });

  /** Rows of entity lists, without ids, which are new. */
  async function listsIn(app: TestApp) {
    return {
      lists: await app.rows('SELECT uid, name, properties, approval_required FROM entity_list ORDER BY uid'),
      entities: await app.rows(
        'SELECT uuid, version, label, data, conflict, date_created, date_modified FROM entity ORDER BY uuid',
      ),
      versions: await app.rows(
        `SELECT e.uuid, v.version, v.label, v.data, v.base_version, v.trunk_version, v.branch_id, v.branch_base,
                v.conflicting, v.created_by, v.date_created, a.uid, v.submission_id
           FROM entity_version v JOIN entity e ON e.id = v.entity_id LEFT JOIN asset a ON a.id = v.asset_id
          ORDER BY e.uuid, v.version`,
      ),
      connections: await app.rows(
        `SELECT a.uid, l.uid AS list FROM entity_list_use u JOIN asset a ON a.id = u.asset_id
           JOIN entity_list l ON l.id = u.list_id ORDER BY 1, 2`,
      ),
    };
  }

  /** All rows of submissions and of their parts, and versions, files and permissions of projects. */
  async function stateOf(app: TestApp) {
    return {
      submissions: await app.rows('SELECT id, uuid, root_uuid, xml FROM submission ORDER BY id'),
      notes: await app.rows(
        'SELECT submission_id, ordinal, body, created_by, date_created FROM submission_note ORDER BY 1, 2',
      ),
      states: await app.rows(
        'SELECT submission_id, uuid, xml, date_replaced, replaced_by FROM submission_history ORDER BY 1, 2',
      ),
      files: await app.rows(`SELECT uid, name, encode(sha256, 'hex') AS sha256 FROM attachment ORDER BY uid`),
      forms: await app.rows(
        'SELECT uid, former_form_id, active FROM deployment JOIN asset ON asset.id = asset_id ORDER BY uid',
      ),
    };
  }

  it('imports into another account', async () => {
    const uid = await fill();
    await write();
    const report = await read('helper');
    expect(report).toMatchObject({ equal: true });
    expect(report.assets.map(({ owner }) => owner)).toEqual(Array(4).fill('helper'));
    const { body } = await target.as('helper').get(`/api/v2/assets/${uid}/`).expect(200);
    expect(body.owner__username).toBe('helper');
  });

  it('refuses a folder with other files', async () => {
    await write();
    await expect(write()).rejects.toThrow('Use a new or an empty folder.');
  });

  it('refuses an export that is damaged or incomplete, and writes nothing', async () => {
    const uid = await fill();
    await write();
    appendFileSync(join(path, 'assets', uid, 'submissions.ndjson'), '{}\n');
    await expect(read()).rejects.toThrow(`assets/${uid}/submissions.ndjson: changed`);
    unlinkSync(join(path, 'SHA256SUMS'));
    await expect(read()).rejects.toThrow('it has no SHA256SUMS');
    expect(await target.rows('SELECT FROM asset')).toEqual([]);
  });

  it('does not follow links out of the folder', async () => {
    const uid = await fill();
    await write();
    const file = join(path, 'assets', uid, 'form.xml');
    unlinkSync(file);
    symlinkSync('/etc/hostname', file);
    await expect(read()).rejects.toThrow(`assets/${uid}/form.xml: missing`);
  });
});
