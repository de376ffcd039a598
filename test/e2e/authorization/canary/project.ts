import { makeDeployedAsset } from '../../../factories/asset.factory';
import { EXPORT_DEFAULTS, startExport, waitForExport } from '../../../factories/export.factory';
import { makeFailedDelivery } from '../../../factories/hook.factory';
import { makePairedData } from '../../../factories/paired-data.factory';
import { submit } from '../../../factories/submission.factory';
import type { TestApp } from '../../../support/app';
import { PIXEL } from '../matrix/request-bodies';
import { canary, type Kind } from './canaries';

/** Ids by the parameter of a route. */
export type Ids = Readonly<Record<string, string>>;

/** Parameters that name nothing of a project, with a value; a route with any other parameter needs an id of each project. */
export const OTHER_PARAMETERS: Ids = {
  announcement: 'unknown',
  below: '$count',
  client: 'unknown',
  code: 'fr',
  codename: 'view_asset',
  credential: 'unknown',
  feature: 'transcript',
  further: '$count',
  import: 'unknown',
  job: '1',
  key: 'unknown',
  message: 'unknown',
  method: 'app',
  migration: 'unknown',
  mode: 'single',
  move: 'unknown',
  organization: 'unknown',
  question: 'unknown',
  set: 'Submissions',
  size: 'small',
  subscription: 'unknown',
  token: 'unknown',
  view: 'unknown',
};

const contentOf = (form: string) => ({
  survey: [
    { type: 'begin_group', name: 'person', label: `Person ${form}` },
    { type: 'text', name: 'name', label: `Name ${form}`, hint: form },
    { type: 'end_group' },
    { type: 'text', name: `${form}_secret`, label: 'Secret' },
    { type: 'select_one list', name: 'consent', label: 'Consent' },
    { type: 'geopoint', name: 'place', label: 'Place' },
    { type: 'image', name: 'photo', label: 'Photo' },
    { type: 'begin_repeat', name: 'child', label: 'Child' },
    { type: 'text', name: 'first_name', label: 'First name' },
    { type: 'end_repeat' },
  ],
  choices: [{ list_name: 'list', name: 'yes', label: `Yes ${form}` }],
  settings: {},
});

/** Makes a project whose names, labels, rows, files and settings have canaries. */
export async function makeProject(app: TestApp, owner: string, project: 'a' | 'b'): Promise<Ids> {
  const text = (kind: Kind): string => canary(kind, project);
  const caller = app.as(owner);
  const asset = await makeDeployedAsset(app, {
    owner,
    name: text('form'),
    content: contentOf(text('form')),
    settings: { description: text('form') },
  });
  const { uid } = asset;
  const path = `/api/v2/assets/${uid}/`;

  const send = (name: string, secret: string, sender = owner): Promise<string> =>
    submit(app, uid, {
      by: sender,
      answers: [
        `<person><name>${name}</name></person><${text('form')}_secret>${secret}</${text('form')}_secret>`,
        `<consent>yes</consent><place>-1.2 36.8 0 0</place><photo>${secret}.png</photo>`,
        `<child><first_name>${secret}</first_name></child>`,
      ].join(''),
      files: [
        { name: `${secret}.png`, content: Buffer.concat([PIXEL, Buffer.from(secret)]), type: 'image/png' },
      ],
    });
  await send('Asha', text('row'));
  // The sender's name is a canary too.
  const sender = text('hidden');
  await app.addUser(sender);
  const assignment = await caller
    .post(`${path}permission-assignments/`)
    .send({ user: `/api/v2/users/${sender}/`, permission: '/api/v2/permissions/add_submissions/' })
    .expect(201);
  await send('Baraka', text('hidden'), sender);
  await caller.delete(new URL(assignment.body.url as string).pathname).expect(204);
  const deletedUuid = await send('Baraka', text('hidden'));
  await caller.delete(`${path}data/${deletedUuid}/`).expect(204);

  const file = await caller
    .post(`${path}files/`)
    .field('file_type', 'form_media')
    .attach('content', Buffer.concat([PIXEL, Buffer.from(text('form'))]), `${text('form')}.png`)
    .expect(201);
  const setting = await caller
    .post(`${path}export-settings/`)
    .send({ name: text('row'), export_settings: EXPORT_DEFAULTS })
    .expect(201);
  const link = await caller
    .post(`${path}collector-links/`)
    .send({ name: text('manage') })
    .expect(201);
  await caller
    .patch(path)
    .send({ report_custom: { r1: { name: text('form'), query: '' } } })
    .expect(200);
  const snapshot = await caller.post('/api/v2/asset_snapshots/').send({ asset: path }).expect(201);
  const invite = await caller
    .post('/api/v2/project-ownership/invites/')
    .send({ recipient: '/api/v2/users/newcomer/', assets: [uid] })
    .expect(201);
  const { hook, log } = await makeFailedDelivery(app, uid, { owner });
  await app.rows('UPDATE hook SET name = $1 WHERE uid = $2', [text('hook'), hook]);
  const { url, uid: exported } = await startExport(app, uid, { type: 'xls' }, { by: owner });
  const { result } = await waitForExport(app, url, { by: owner });
  const { body: assignments } = await caller.get(`${path}permission-assignments/`).expect(200);
  const [row] = await app.rows<{ id: string; attachment: string; deleted: string }>(
    `SELECT s.id, f.uid AS attachment, (SELECT id FROM deleted_submission d WHERE d.asset_id = s.asset_id) AS deleted
       FROM submission s JOIN asset a ON a.id = s.asset_id
       JOIN attachment f ON f.asset_id = s.asset_id AND f.submission_id = s.id
      WHERE a.uid = $1 AND s.answers @> '{"person/name": "Baraka"}'`,
    [uid],
  );
  const uidIn = ({ body }: { body: unknown }): string => (body as { uid: string }).uid;
  const list = uidIn(
    await caller
      .post('/api/v2/entity-lists/')
      .send({ name: text('manage'), properties: ['note'] })
      .expect(201),
  );
  const { body: entry } = await caller
    .post(`/api/v2/entity-lists/${list}/entities/`)
    .send({ label: text('manage'), data: { note: text('manage') } })
    .expect(201);
  return {
    uid,
    form: uid,
    id: row!.id,
    deleted: row!.deleted,
    attachment: row!.attachment,
    file: uidIn(file),
    setting: uidIn(setting),
    link: uidIn(link),
    report: 'r1',
    hook,
    log,
    pair: await makePairedData(app, uid, { owner, filename: text('form') }),
    version: asset['version_id'] as string,
    assignment: (assignments as { url: string }[])[0]!.url.split('/').at(-2)!,
    export: exported,
    exportFile: result!.split('/').at(-1)!,
    snapshot: uidIn(snapshot),
    invite: uidIn(invite),
    transfer: (invite.body as { transfers: { url: string }[] }).transfers[0]!.url.split('/').at(-2)!,
    username: owner,
    list,
    uuid: (entry as { uuid: string }).uuid,
  };
}
