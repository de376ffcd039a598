import { EXAMPLE_FORM } from '../../../src/domain/content/example-form';
import { standardiseContent } from '../../../src/domain/content/standard/standardise-content';
import { AccountRepository } from '../../../src/modules/account/account.repository';
import { type ChangingUser, EmailChangeKeys } from '../../../src/modules/account/account-keys';
import { grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { makeConflict } from '../../factories/entity.factory';
import { makeFailedDelivery } from '../../factories/hook.factory';
import { importFile } from '../../factories/import.factory';
import { makePairedData, shareData } from '../../factories/paired-data.factory';
import { submit } from '../../factories/submission.factory';
import { workbook } from '../../factories/workbook.factory';
import { type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';
import { enrol } from '../../support/enrol';
import { eventually } from '../../support/eventually';
import { authorizePath, exchangeCode, grantConsent, registerClient } from '../../support/oauth-client';
import { uploaded } from '../media/asset-files';

const ROWS = 100;

export type Viewer = 'owner' | 'ann' | 'anonymous';

export interface SamplePage {
  /** Pattern of its route. */
  readonly route: string;
  readonly path: string;
  readonly viewer: Viewer;
  /** Maps and forms may be large. */
  readonly isLarge: boolean;
}

/** Recovery codes of ann, who has a second factor; one for each sign-in. */
export interface SamplePages {
  readonly pages: readonly SamplePage[];
  readonly codes: readonly string[];
  readonly uid: string;
}

const BROKEN_FORM = workbook({
  survey: [
    ['type', 'name', 'label'],
    ['text', 'a name', 'Name'],
    ['select_one nothing', 'choice', 'Choice'],
  ],
});

/** Creates an example of everything that pages show, and lists the address of each page. */
export async function makeSamplePages(app: TestApp): Promise<SamplePages> {
  await app.addUser('owner', { superuser: true });
  await app.addUser('ann');
  const uid = await makeProject(app);
  const [submissionId] = await idsOf(app, uid);
  const owner = app.as('owner');
  const { hook } = await makeFailedDelivery(app, uid, { submissionId: submissionId! });
  await makePairedData(app, uid);
  await shareData(app, uid);
  await addDownloads(app, uid);
  await owner
    .patch(`/api/v2/assets/${uid}/`)
    .send({ report_custom: { r1: { name: 'Ages', query: 'names=age' } } })
    .expect(200);
  const { body: link } = await owner
    .post(`/api/v2/assets/${uid}/collector-links/`)
    .send({ name: 'Field team' })
    .expect(201);
  await owner
    .post('/api/v2/announcements/')
    .send({ title: 'Hello', body: 'The *service* moves.', valid_until: '2999-01-01T00:00:00Z' })
    .expect(201);
  await app.rows(
    `SELECT graphile_worker.add_job('imports.run', payload => '{"subject":"none"}', max_attempts => 1, run_at => now() + interval '1 day')`,
  );
  await app.rows(
    `UPDATE graphile_worker._private_jobs SET attempts = 1, last_error = 'Connection refused' WHERE run_at > now() + interval '1 hour'`,
  );
  const client = await registerClient(app);
  const browser = await Browser.signedIn(app, 'owner');
  const consent = await grantConsent(browser, client);
  await exchangeCode(app, client, consent.get('code')!).expect(200);
  const other = await registerClient(app, { name: 'Other' });
  const { body: snapshot } = await owner
    .post('/api/v2/asset_snapshots/')
    .send({ asset: `/api/v2/assets/${uid}/` })
    .expect(201);
  const failed = await importFile(app, BROKEN_FORM);
  const { body: reset } = await owner.post('/api/v2/users/ann/password-reset/').expect(201);
  const emailKey = await changeEmail(app);
  const { codes } = await enrol(app, await Browser.signedIn(app, 'ann'));
  const project = `/projects/${uid}/`;
  const deletedId = await deleteOne(app, uid);
  const { body: asset } = await owner.get(`/api/v2/assets/${uid}/`).expect(200);
  const { version_id: versionUid } = asset as { version_id: string };

  const { list, entry, form: listForm } = await makeConflict(app);

  const pages: SamplePage[] = [];
  const add = (viewer: Viewer, paths: Readonly<Record<string, string>>, isLarge = false): void => {
    for (const [route, path] of Object.entries(paths)) pages.push({ route, path, viewer, isLarge });
  };
  add('anonymous', {
    '/accounts/emails/confirm/:key': `/accounts/emails/confirm/${emailKey}/`,
    '/accounts/home': '/accounts/home/',
    '/accounts/login': '/accounts/login/',
    '/accounts/password/reset': '/accounts/password/reset/',
    '/accounts/password/reset/:key': `/accounts/password/reset/${reset.key}/`,
  });
  add('owner', {
    '/account': '/account/',
    '/account/access': '/account/access/',
    '/accounts/logout': '/accounts/logout/',
    '/accounts/mfa': '/accounts/mfa/',
    '/accounts/password/change': '/accounts/password/change/',
    '/projects/:uid/reports': `${project}reports/`,
    '/accounts/token': '/accounts/token/',
    '/administration/activity': '/administration/activity/',
    '/administration/health': '/administration/health/',
    '/administration/messages': '/administration/messages/',
    '/administration/queue': '/administration/queue/',
    '/administration/users': '/administration/users/',
    '/administration/users/:username': '/administration/users/ann/',
    '/administration/users/new': '/administration/users/new/',
    '/api/v2/asset_snapshots/:snapshot/xform': `/api/v2/asset_snapshots/${snapshot.uid}/xform/`,
    '/api/v2/assets/:uid/table_view': `/api/v2/assets/${uid}/table_view/`,
    '/api/v2/assets/:uid/xform': `/api/v2/assets/${uid}/xform/`,
    '/api/v2/assets/:uid/xls': `/api/v2/assets/${uid}/xls/`,
    '/library': '/library/',
    '/library/lists': '/library/lists/',
    '/library/lists/:list': `/library/lists/${list}/`,
    '/library/lists/:list/upload': `/library/lists/${list}/upload/`,
    '/library/lists/:list/entries/:uuid': `/library/lists/${list}/entries/${entry}/`,
    '/library/save': `/library/save/?project=${uid}`,
    '/o/applications': '/o/applications/',
    '/o/applications/:client': `/o/applications/${client.client_id}/`,
    '/o/applications/register': '/o/applications/register/',
    '/o/authorize': authorizePath(other),
    '/o/authorized_tokens': '/o/authorized_tokens/',
    '/projects': '/projects/',
    '/projects/:uid': project,
    '/projects/:uid/collect': `${project}collect/`,
    '/projects/:uid/collect/senders': `${project}collect/senders/`,
    '/projects/:uid/list-problems': `/projects/${listForm}/list-problems/`,
    '/projects/:uid/data': `${project}data/?rows=${ROWS}&sort=-respondent/age`,
    '/projects/:uid/data/:id': `${project}data/${submissionId!}/`,
    '/projects/:uid/data/:id/answer': `${project}data/${submissionId!}/answer/?question=respondent/age`,
    '/projects/:uid/data/deleted': `${project}data/deleted/`,
    '/projects/:uid/data/deleted/:deleted': `${project}data/deleted/${deletedId}/`,
    '/projects/:uid/downloads': `${project}downloads/`,
    '/projects/:uid/form': `${project}form/`,
    '/projects/:uid/form/edit': `${project}form/edit/`,
    '/projects/:uid/form/versions': `${project}form/versions/`,
    '/projects/:uid/form/versions/:version': `${project}form/versions/${versionUid}/`,
    '/projects/:uid/gallery': `${project}gallery/`,
    '/projects/:uid/people': `${project}people/`,
    '/projects/:uid/people/add': `${project}people/add/`,
    '/projects/:uid/people/person/:username': `${project}people/person/ann/`,
    '/projects/:uid/settings': `${project}settings/`,
    '/projects/:uid/settings/activity': `${project}settings/activity/`,
    '/projects/:uid/settings/hooks': `${project}settings/hooks/`,
    '/projects/:uid/settings/media': `${project}settings/media/`,
    '/projects/:uid/settings/pairs': `${project}settings/pairs/`,
    '/projects/:uid/settings/hooks/:hook': `${project}settings/hooks/${hook}/`,
    '/projects/:uid/settings/hooks/new': `${project}settings/hooks/new/`,
    '/projects/imports/:import': `/projects/imports/${failed.uid}/`,
    '/projects/move': '/projects/move/',
    '/projects/new': '/projects/new/',
    '/token': '/token/',
  });
  add('ann', { '/accounts/mfa': '/accounts/mfa/', '/projects/:uid/people': `${project}people/` });
  const collector = new URL(link.link as string).pathname;
  const maps = {
    '/projects/:uid/map': `${project}map/`,
    '/library/lists/:list/map': `/library/lists/${list}/map/`,
  };
  const forms = {
    '/collector/:link': collector,
    '/web-forms/:uid': `/web-forms/${uid}/`,
    '/web-forms/:uid/:mode': `/web-forms/${uid}/single/`,
    '/web-forms/:uid/edit/:id': `/web-forms/${uid}/edit/${submissionId!}/`,
    '/web-forms/:uid/view/:id': `/web-forms/${uid}/view/${submissionId!}/`,
    '/web-forms/offline/:uid': `/web-forms/offline/${uid}/`,
    '/web-forms/offline/collector/:link': `/web-forms/offline${collector}/`,
    '/web-forms/snapshots/:snapshot': `/web-forms/snapshots/${snapshot.uid}/`,
  };
  add('owner', { ...maps, ...forms }, true);
  return { pages, codes, uid };
}

/** @returns the `_id` of a submission that was deleted */
async function deleteOne(app: TestApp, uid: string): Promise<number> {
  const root = await submit(app, uid, { answers: '<consent>yes</consent>' });
  const path = `/api/v2/assets/${uid}/data/${root}/`;
  const { body } = await app.as('owner').get(path).expect(200);
  await app.as('owner').delete(path).expect(204);
  return body._id as number;
}

/** Changes the address of the owner. @returns the key that would be mailed */
async function changeEmail(app: TestApp): Promise<string> {
  const email = 'the.other.address.of.the.owner@a-long-name-of-an-organization.example.org';
  await app.rows(`UPDATE app_user SET unverified_email = '${email}' WHERE username = 'owner'`);
  const owner = await app.nest.get(AccountRepository, { strict: false }).findWithPassword('owner');
  return app.nest.get(EmailChangeKeys, { strict: false }).issue(owner as ChangingUser).key;
}

async function makeProject(app: TestApp): Promise<string> {
  const content = standardiseContent(EXAMPLE_FORM, { assetType: 'survey', random: Math.random });
  const { uid } = await makeDeployedAsset(app, { name: 'Households', content });
  await grantPartially(app, uid, 'ann', { view_submissions: [{ _submitted_by: 'owner' }] });
  for (let number = 0; number < ROWS; number += 1) {
    await submit(app, uid, {
      answers:
        `<consent>yes</consent><respondent><full_name>Asha ${number}</full_name><age>${20 + (number % 60)}</age></respondent>` +
        `<dwelling><location>-1.2${number} 36.8 0 0</location><water_source>well</water_source><photo>p.jpg</photo></dwelling>` +
        `<member><member_name>Ben</member_name><member_age>7</member_age></member>`,
      ...(number === 0 && { files: [{ name: 'p.jpg', content: 'jpeg' }] }),
    });
  }
  await uploaded(app, uid, Buffer.from('name\nwell\n'), { name: 'wells.csv' });
  const browser = await Browser.signedIn(app, 'owner');
  await browser.submit(`/projects/${uid}/people/`, {}, `/projects/${uid}/people/links/`);
  return uid;
}

async function addDownloads(app: TestApp, uid: string): Promise<void> {
  const browser = await Browser.signedIn(app, 'owner');
  const page = `/projects/${uid}/downloads/`;
  const fields = { type: 'csv', lang: '_xml', multiple_select: 'both', name: 'Weekly' };
  await browser.submit(page, fields, page);
  await eventually(
    async () => browser.get(page),
    ({ text }) => text.includes('/private-media/'),
  );
  const token = await browser.csrfToken();
  await browser.post(`${page}settings/`, { csrfmiddlewaretoken: token, ...fields }).expect(303);
}

async function idsOf(app: TestApp, uid: string): Promise<number[]> {
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/?limit=1`).expect(200);
  return (body.results as { _id: number }[]).map(({ _id }) => _id);
}
