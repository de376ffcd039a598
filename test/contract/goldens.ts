import type { Response, Test } from 'supertest';
import { grant, partialAssignment, SURVEY_CONTENT } from '../factories/asset.factory';
import { EXPORT_DEFAULTS } from '../factories/export.factory';
import { submission } from '../factories/submission.factory';
import { workbook } from '../factories/workbook.factory';
import { ANONYMOUS, PASSWORD, type TestApp } from '../support/app';
import { basic } from '../support/basic';
import { eventually } from '../support/eventually';
import { COLLECTOR_STEPS, SUBMISSION_STEPS, SNAPSHOT_STEPS } from './collection-steps';
import { ACCOUNT_STEPS } from './account-steps';
import { ENTITY_STEPS } from './entity-steps';
import { MIGRATION_STEPS } from './migration-steps';
import { withPlaceholders } from './placeholders';
import { ORGANIZATION_STEPS } from './organization-steps';
import { SUPPLEMENT_STEPS } from './supplement-steps';
import { PROJECT_VIEW_STEPS } from './project-view-steps';
import { api, type Step, INSTANCE, owner, type Scenario, xml } from './scenario';

const HEADERS = [
  'allow',
  'content-disposition',
  'content-type',
  'location',
  'www-authenticate',
  'x-openrosa-accept-content-length',
  'x-openrosa-version',
];

/** A forbidden internal address: nothing is sent. */
const CLOSED_ENDPOINT = 'http://127.0.0.1:9/in';
const SETTING = { name: 'Weekly', export_settings: EXPORT_DEFAULTS };
const asApplication = (
  { app, application }: Scenario,
  path: string,
  fields: Readonly<Record<string, string>>,
): Test => {
  const { client_id, client_secret } = application;
  return app
    .as(ANONYMOUS)
    .post(path)
    .type('form')
    .send({ client_id, client_secret, ...fields });
};

const STEPS: readonly Step[] = [
  { route: 'GET /', send: ({ app }) => app.as(ANONYMOUS).get('/') },
  { route: 'GET /api/v2', send: ({ app }) => app.as(ANONYMOUS).get('/api/v2/') },
  { route: 'GET /health/live', send: ({ app }) => app.as(ANONYMOUS).get('/health/live') },
  { route: 'GET /health/ready', send: ({ app }) => app.as(ANONYMOUS).get('/health/ready') },
  {
    route: 'GET /metrics',
    send: ({ app }) => app.as(ANONYMOUS).get('/metrics'),
    body: ({ text }) => text.split('\n').filter((line) => line.startsWith('# HELP http_')),
  },
  { route: 'GET /me', send: (scenario) => owner(scenario).get('/me/') },
  { route: 'GET /me/emails', send: (scenario) => owner(scenario).get('/me/emails/') },
  { route: 'GET /me/social-accounts', send: (scenario) => owner(scenario).get('/me/social-accounts/') },
  {
    route: 'PATCH /me',
    send: (scenario) =>
      owner(scenario)
        .patch('/me/')
        .send({ extra_details: { city: 'Nairobi', country: 'Kenya' } }),
  },
  {
    route: 'POST /api/v2/tokens',
    send: (scenario) =>
      owner(scenario)
        .post('/api/v2/tokens/')
        .send({ name: 'nightly export', scopes: ['read'], date_expires: '2999-12-31T23:59:59Z' }),
    capture: (scenario, { body }) => {
      scenario.token = new URL(body.url as string).pathname;
    },
  },
  { route: 'GET /api/v2/tokens', send: (scenario) => owner(scenario).get('/api/v2/tokens/') },
  { route: 'GET /api/v2/tokens/:token', send: (scenario) => owner(scenario).get(scenario.token) },
  { route: 'DELETE /api/v2/tokens/:token', send: (scenario) => owner(scenario).delete(scenario.token) },
  {
    route: 'GET /.well-known/oauth-authorization-server',
    send: ({ app }) => app.as(ANONYMOUS).get('/.well-known/oauth-authorization-server'),
  },
  {
    route: 'POST /api/v2/applications',
    send: (scenario) =>
      owner(scenario)
        .post('/api/v2/applications/')
        .send({ name: 'Dashboard', redirect_uri: 'https://app.example/callback' }),
    capture: (scenario, { body }) => {
      const { client_id, client_secret, url } = body as Record<string, string>;
      scenario.application = {
        path: new URL(url!).pathname,
        client_id: client_id!,
        client_secret: client_secret!,
      };
    },
  },
  { route: 'GET /api/v2/applications', send: (scenario) => owner(scenario).get('/api/v2/applications/') },
  {
    route: 'GET /api/v2/applications/:client',
    send: (scenario) => owner(scenario).get(scenario.application.path),
  },
  {
    route: 'PATCH /api/v2/applications/:client',
    send: (scenario) =>
      owner(scenario)
        .patch(scenario.application.path)
        .send({ redirect_uris: ['https://app.example/callback', 'https://staging.app.example/callback'] }),
  },
  {
    route: 'POST /o/token',
    send: (scenario) =>
      asApplication(scenario, '/o/token/', { grant_type: 'authorization_code', code: 'unknown' }),
  },
  {
    route: 'POST /o/introspect',
    send: (scenario) => asApplication(scenario, '/o/introspect/', { token: 'unknown' }),
  },
  {
    route: 'POST /o/revoke_token',
    send: (scenario) => asApplication(scenario, '/o/revoke_token/', { token: 'unknown' }),
  },
  {
    route: 'GET /api/v2/authorized_applications',
    send: (scenario) => owner(scenario).get('/api/v2/authorized_applications/'),
  },
  {
    route: 'DELETE /api/v2/authorized_applications/:client',
    send: (scenario) => owner(scenario).delete('/api/v2/authorized_applications/unknown/'),
  },
  {
    route: 'DELETE /api/v2/applications/:client',
    send: (scenario) => owner(scenario).delete(scenario.application.path),
  },
  {
    route: 'POST /api/v2/users',
    send: ({ app }) =>
      app
        .as('manager')
        .post('/api/v2/users/')
        .send({ username: 'asha', password: PASSWORD, email: 'asha@example.org' }),
  },
  {
    route: 'PATCH /api/v2/users/:username',
    send: ({ app }) => app.as('manager').patch('/api/v2/users/asha/').send({ is_superuser: true }),
  },
  { route: 'GET /api/v2/users', send: ({ app }) => app.as('manager').get('/api/v2/users/?q=asha') },
  { route: 'GET /api/v2/users/:username', send: (scenario) => owner(scenario).get('/api/v2/users/asha/') },
  {
    route: 'GET /api/v2/users/:username/credentials',
    send: ({ app }) => app.as('manager').get('/api/v2/users/leaver/credentials/'),
  },
  { route: 'DELETE /token', send: ({ app }) => app.as('leaver').delete('/token/') },
  {
    route: 'DELETE /me',
    send: ({ app, leaver }) => app.with(basic('leaver')).delete('/me/').send({ confirm: leaver }),
  },
  { route: 'POST /token', send: (scenario) => owner(scenario).post('/token/') },
  { route: 'GET /token', send: (scenario) => owner(scenario).get('/token/') },
  { route: 'GET /api/v2/permissions', send: ({ app }) => app.as(ANONYMOUS).get('/api/v2/permissions/') },
  {
    route: 'GET /api/v2/permissions/:codename',
    send: ({ app }) => app.as(ANONYMOUS).get('/api/v2/permissions/change_submissions/'),
  },
  {
    route: 'POST /api/v2/assets',
    send: (scenario) =>
      owner(scenario)
        .post('/api/v2/assets/')
        .send({
          name: 'Households',
          asset_type: 'survey',
          content: SURVEY_CONTENT,
          settings: { description: 'Baseline', sector: 'Health', country: 'Kenya', 'share-metadata': false },
          tag_string: 'health,2026',
        }),
    capture: (scenario, { body }) => {
      scenario.uid = body.uid as string;
    },
  },
  {
    route: 'PATCH /api/v2/assets/:uid',
    send: (scenario) =>
      owner(scenario)
        .patch(api(scenario))
        .send({ name: 'Households 2026', data_sharing: { enabled: true, fields: ['person/name'] } }),
  },
  {
    route: 'PUT /api/v2/assets/:uid',
    send: (scenario) =>
      owner(scenario).put(api(scenario)).send({ asset_type: 'survey', tag_string: 'health,2026' }),
  },
  {
    route: 'POST /api/v2/assets/bulk',
    send: ({ app }) =>
      app
        .as('manager')
        .post('/api/v2/assets/bulk/')
        .send({ payload: { confirm: true, action: 'archive' } }),
  },
  {
    route: 'GET /api/v2/assets/:uid/versions',
    send: (scenario) => owner(scenario).get(api(scenario, 'versions/')),
    capture: (scenario, { body }) => (scenario.version = body.results[0].uid as string),
  },
  {
    route: 'GET /api/v2/assets/:uid/versions/:version',
    send: (scenario) => owner(scenario).get(api(scenario, `versions/${scenario.version}/`)),
  },
  {
    route: 'POST /api/v2/assets/:uid/deployment',
    send: (scenario) => owner(scenario).post(api(scenario, 'deployment/')).send({ active: true }),
  },
  {
    route: 'PATCH /api/v2/assets/:uid/deployment',
    send: (scenario) => owner(scenario).patch(api(scenario, 'deployment/')).send({ active: false }),
  },
  {
    route: 'PUT /api/v2/assets/:uid/deployment',
    send: (scenario) => owner(scenario).put(api(scenario, 'deployment/')).send({ active: true }),
  },
  {
    route: 'GET /api/v2/assets/:uid/deployment',
    send: (scenario) => owner(scenario).get(api(scenario, 'deployment/')),
  },
  {
    route: 'POST /api/v2/assets/:uid/permission-assignments',
    send: (scenario) =>
      owner(scenario)
        .post(api(scenario, 'permission-assignments/'))
        .send({ user: '/api/v2/users/AnonymousUser/', permission: '/api/v2/permissions/add_submissions/' }),
    capture: (scenario, { body }) => {
      scenario.assignment = new URL(body.url as string).pathname;
    },
  },
  {
    route: 'POST /api/v2/assets/:uid/hooks',
    send: (scenario) =>
      owner(scenario)
        .post(api(scenario, 'hooks/'))
        .send({
          name: 'Elsewhere',
          endpoint: CLOSED_ENDPOINT,
          auth_level: 'basic_auth',
          settings: { username: 'ann', password: 'open sesame' },
          secret: 'signing key',
        }),
    capture: (scenario, { body }) => {
      scenario.hook = api(scenario, `hooks/${body.uid as string}/`);
    },
  },
  {
    route: 'GET /api/v2/assets/:uid/hooks',
    send: (scenario) => owner(scenario).get(api(scenario, 'hooks/')),
  },
  { route: 'GET /api/v2/assets/:uid/hooks/:hook', send: (scenario) => owner(scenario).get(scenario.hook) },
  {
    route: 'PATCH /api/v2/assets/:uid/hooks/:hook',
    send: (scenario) =>
      owner(scenario)
        .patch(scenario.hook)
        .send({ subset_fields: ['name'] }),
  },
  {
    route: 'PUT /api/v2/assets/:uid/hooks/:hook',
    send: (scenario) =>
      owner(scenario).put(scenario.hook).send({ name: 'Out there', endpoint: CLOSED_ENDPOINT }),
  },
  {
    route: 'GET /api/v2/assets/:uid/history',
    send: (scenario) => owner(scenario).get(api(scenario, 'history/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/history/actions',
    send: (scenario) => owner(scenario).get(api(scenario, 'history/actions/')),
  },
  {
    route: 'POST /api/v2/assets/:uid/history/export',
    send: (scenario) => owner(scenario).post(api(scenario, 'history/export/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/history/export.csv',
    send: (scenario) => owner(scenario).get(api(scenario, 'history/export.csv').replace(/\/$/, '')),
    body: ({ text }) => text.split('\r\n')[0],
  },
  {
    route: 'GET /api/v2/project-history-logs',
    send: ({ app }) => app.as('manager').get('/api/v2/project-history-logs/?limit=1'),
  },
  {
    route: 'GET /api/v2/audit-logs',
    send: ({ app }) => app.as('manager').get('/api/v2/audit-logs/?q=action:create'),
  },
  {
    route: 'GET /api/v2/access-logs',
    send: ({ app }) => app.as('manager').get('/api/v2/access-logs/'),
  },
  {
    route: 'GET /api/v2/access-logs/me',
    send: (scenario) => owner(scenario).get('/api/v2/access-logs/me/'),
  },
  ...['project-history-logs', 'access-logs', 'access-logs/me'].flatMap((log): Step[] => [
    {
      route: `POST /api/v2/${log}/export`,
      send: ({ app }) => app.as('manager').post(`/api/v2/${log}/export/`),
    },
    {
      route: `GET /api/v2/${log}/export.csv`,
      send: ({ app }) => app.as('manager').get(`/api/v2/${log}/export.csv`),
      body: ({ text }) => text.split('\r\n')[0],
    },
  ]),
  {
    route: 'GET /api/v2/assets/:uid/permission-assignments',
    send: (scenario) => owner(scenario).get(api(scenario, 'permission-assignments/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/permission-assignments/:assignment',
    send: (scenario) => owner(scenario).get(scenario.assignment),
  },
  { route: 'GET /formList', send: (scenario) => owner(scenario).get('/formList') },
  { route: 'GET /:username/formList', send: ({ app }) => app.as(ANONYMOUS).get('/owner/formList') },
  {
    route: 'GET /forms/:uid/form.xml',
    send: (scenario) => owner(scenario).get(`/forms/${scenario.uid}/form.xml`),
  },
  {
    route: 'GET /:username/forms/:uid/form.xml',
    send: ({ app, uid }) => app.as(ANONYMOUS).get(`/owner/forms/${uid}/form.xml`),
  },
  {
    route: 'POST /api/v2/assets/:uid/files',
    send: (scenario) =>
      owner(scenario)
        .post(api(scenario, 'files/'))
        .field('file_type', 'form_media')
        .field('description', 'A crab')
        .attach('content', Buffer.from('not really a crab'), 'crab.png'),
    capture: (scenario, { body }) => {
      scenario.file = body.uid as string;
    },
  },
  {
    route: 'GET /api/v2/assets/:uid/files',
    send: (scenario) => owner(scenario).get(api(scenario, 'files/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/files/:file',
    send: (scenario) => owner(scenario).get(api(scenario, `files/${scenario.file}/`)),
  },
  {
    route: 'GET /api/v2/assets/:uid/files/:file/content',
    send: (scenario) => owner(scenario).get(api(scenario, `files/${scenario.file}/content/`)),
  },
  {
    route: 'GET /xformsMedia/:uid/:file',
    send: (scenario) => owner(scenario).get(`/xformsMedia/${scenario.uid}/${scenario.file}.png`),
  },
  {
    route: 'GET /:username/xformsMedia/:uid/:file',
    send: ({ app, uid, file }) => app.as(ANONYMOUS).get(`/owner/xformsMedia/${uid}/${file}`),
  },
  {
    route: 'GET /xformsManifest/:uid',
    send: (scenario) => owner(scenario).get(`/xformsManifest/${scenario.uid}`),
  },
  {
    route: 'GET /:username/xformsManifest/:uid',
    send: ({ app, uid }) => app.as(ANONYMOUS).get(`/owner/xformsManifest/${uid}`),
  },
  { route: 'HEAD /formList', send: (scenario) => owner(scenario).head('/formList') },
  { route: 'HEAD /:username/formList', send: (scenario) => owner(scenario).head('/owner/formList') },
  ...COLLECTOR_STEPS,
  {
    route: 'DELETE /api/v2/assets/:uid/files/:file',
    send: (scenario) => owner(scenario).delete(api(scenario, `files/${scenario.file}/`)),
  },
  { route: 'HEAD /submission', send: (scenario) => owner(scenario).head('/submission') },
  { route: 'HEAD /:username/submission', send: ({ app }) => app.as(ANONYMOUS).head('/owner/submission') },
  {
    route: 'POST /submission',
    send: (scenario) =>
      submission(owner(scenario), xml(scenario, INSTANCE), [
        { name: 'asha.jpg', content: 'not really a photo' },
      ]),
  },
  {
    route: 'GET /api/v2/assets/:uid/hooks/:hook/logs',
    send: (scenario) => owner(scenario).get(`${scenario.hook}logs/`),
    until: ({ body }) => body.results[0]?.status === 0,
    capture: (scenario, { body }) => {
      scenario.log = new URL(body.results[0].url as string).pathname;
    },
  },
  {
    route: 'GET /api/v2/assets/:uid/hooks/:hook/logs/:log',
    send: (scenario) => owner(scenario).get(scenario.log),
  },
  {
    route: 'PATCH /api/v2/assets/:uid/hooks/:hook/logs/:log/retry',
    send: (scenario) => owner(scenario).patch(`${scenario.log}retry/`),
  },
  {
    route: 'PATCH /api/v2/assets/:uid/hooks/:hook/retry',
    send: (scenario) => owner(scenario).patch(`${scenario.hook}retry/`),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/hooks/:hook',
    send: (scenario) => owner(scenario).delete(scenario.hook),
  },
  {
    route: 'POST /api/v2/assets/:uid/paired-data',
    send: (scenario) =>
      owner(scenario)
        .post(api(scenario, 'paired-data/'))
        .send({ source: api(scenario), fields: [], filename: 'names' }),
    capture: (scenario, { body }) => {
      scenario.pairedData = new URL(body.url as string).pathname;
    },
  },
  {
    route: 'GET /api/v2/assets/:uid/paired-data',
    send: (scenario) => owner(scenario).get(api(scenario, 'paired-data/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/paired-data/:pair',
    send: (scenario) => owner(scenario).get(scenario.pairedData),
  },
  {
    route: 'PATCH /api/v2/assets/:uid/paired-data/:pair',
    send: (scenario) => owner(scenario).patch(scenario.pairedData).send({ filename: 'people' }),
  },
  ...['external', 'external.xml'].map((file) => ({
    route: `GET /api/v2/assets/:uid/paired-data/:pair/${file}`,
    send: (scenario: Scenario) => owner(scenario).get(`${scenario.pairedData}${file}`),
  })),
  {
    route: 'DELETE /api/v2/assets/:uid/paired-data/:pair',
    send: (scenario) => owner(scenario).delete(scenario.pairedData),
  },
  {
    route: 'POST /:username/submission',
    send: (scenario) =>
      submission(scenario.app.as(ANONYMOUS), xml(scenario, INSTANCE), [], '/owner/submission'),
  },
  {
    route: 'GET /api/v2/assets/:uid/data',
    send: (scenario) => owner(scenario).get(api(scenario, 'data/')),
    capture: (scenario, { body }) => {
      scenario.submissionId = body.results[0]._id as number;
      scenario.attachment = body.results[0]._attachments[0].uid as string;
    },
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id',
    send: (scenario) => owner(scenario).get(api(scenario, `data/${scenario.submissionId}/`)),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/attachments/:attachment',
    send: (scenario) =>
      owner(scenario).get(api(scenario, `data/${scenario.submissionId}/attachments/${scenario.attachment}/`)),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/attachments/:attachment/:size',
    send: (scenario) =>
      owner(scenario).get(
        api(scenario, `data/${scenario.submissionId}/attachments/${scenario.attachment}/small/`),
      ),
  },
  {
    route: 'GET /api/v2/assets/:uid/reports',
    send: (scenario) => owner(scenario).get(api(scenario, 'reports/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/map-clusters',
    send: (scenario) =>
      owner(scenario).get(api(scenario, 'map-clusters/?question=place&bbox=-180,-85,180,85&zoom=2')),
  },
  {
    route: 'POST /api/v2/assets/:uid/exports',
    send: (scenario) => owner(scenario).post(api(scenario, 'exports/')).send(EXPORT_DEFAULTS),
    // A worker may have claimed it already.
    body: ({ body }) => ({ ...(body as object), status: '<created or processing>' }),
    capture: (scenario, { body }) => {
      scenario.export = body.uid as string;
    },
  },
  {
    route: 'GET /api/v2/assets/:uid/exports/:export',
    send: (scenario) => owner(scenario).get(api(scenario, `exports/${scenario.export}/`)),
    until: ({ body }) => body.status === 'complete' || body.status === 'error',
    capture: (scenario, { body }) => {
      scenario.exported = new URL(body.result as string).pathname;
    },
  },
  {
    route: 'GET /api/v2/assets/:uid/exports',
    send: (scenario) => owner(scenario).get(api(scenario, 'exports/')),
  },
  {
    route: 'GET /private-media/:username/exports/:uid/:file',
    send: (scenario) => owner(scenario).get(scenario.exported),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/exports/:export',
    send: (scenario) => owner(scenario).delete(api(scenario, `exports/${scenario.export}/`)),
  },
  {
    route: 'POST /api/v2/assets/:uid/export-settings',
    send: (scenario) => owner(scenario).post(api(scenario, 'export-settings/')).send(SETTING),
    capture: (scenario, { body }) => {
      scenario.setting = new URL(body.url as string).pathname;
    },
  },
  {
    route: 'GET /api/v2/assets/:uid/export-settings',
    send: (scenario) => owner(scenario).get(api(scenario, 'export-settings/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/export-settings/:setting',
    send: (scenario) => owner(scenario).get(scenario.setting),
  },
  {
    route: 'PATCH /api/v2/assets/:uid/export-settings/:setting',
    send: (scenario) => owner(scenario).patch(scenario.setting).send({ name: 'Daily' }),
  },
  {
    route: 'PUT /api/v2/assets/:uid/export-settings/:setting',
    send: (scenario) => owner(scenario).put(scenario.setting).send(SETTING),
  },
  {
    route: 'GET /api/v2/assets/:uid/export-settings/:setting/data.csv',
    send: (scenario) => owner(scenario).get(`${scenario.setting}data.csv`),
  },
  {
    route: 'GET /api/v2/assets/:uid/export-settings/:setting/data.xlsx',
    send: (scenario) => owner(scenario).get(`${scenario.setting}data.xlsx`),
    body: () => '{a workbook}',
  },
  {
    route: 'DELETE /api/v2/assets/:uid/export-settings/:setting',
    send: (scenario) => owner(scenario).delete(scenario.setting),
  },
  {
    route: 'GET /api/v2/assets/:uid/counts',
    send: (scenario) => owner(scenario).get(api(scenario, 'counts/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/counts/users',
    send: (scenario) => owner(scenario).get(api(scenario, 'counts/users/')),
  },
  { route: 'GET /api/v2/assets/:uid', send: (scenario) => owner(scenario).get(api(scenario)) },
  {
    route: 'GET /api/v2/assets',
    send: (scenario) => owner(scenario).get('/api/v2/assets/?limit=1&metadata=on'),
  },
  { route: 'GET /api/v2/languages', send: (scenario) => owner(scenario).get('/api/v2/languages/?limit=2') },
  { route: 'GET /api/v2/languages/:code', send: (scenario) => owner(scenario).get('/api/v2/languages/sw/') },
  ...['transcription', 'translation'].map((kind) => ({
    route: `GET /api/v2/${kind}-services`,
    send: ({ app }: Scenario) => app.as(ANONYMOUS).get(`/api/v2/${kind}-services/`),
  })),
  {
    route: 'GET /api/v2/environment',
    send: ({ app }) => app.as(ANONYMOUS).get('/api/v2/environment/'),
    body: ({ body }) => ({ ...body, country_choices: body.country_choices.slice(0, 2) as unknown }),
  },
  ...ACCOUNT_STEPS,
  ...ORGANIZATION_STEPS,
  ...PROJECT_VIEW_STEPS,
  ...ENTITY_STEPS,
  { route: 'GET /api/v2/tags', send: (scenario) => owner(scenario).get('/api/v2/tags/') },
  {
    route: 'POST /api/v2/asset_subscriptions',
    send: ({ app, collection }) =>
      app
        .as('owner')
        .post('/api/v2/asset_subscriptions/')
        .send({ asset: `/api/v2/assets/${collection}/` }),
    capture: (scenario, { body }) => {
      scenario.subscription = new URL(body.url as string).pathname;
    },
  },
  {
    route: 'GET /api/v2/asset_subscriptions',
    send: (scenario) => owner(scenario).get('/api/v2/asset_subscriptions/'),
  },
  {
    route: 'GET /api/v2/asset_subscriptions/:subscription',
    send: (scenario) => owner(scenario).get(scenario.subscription),
  },
  {
    route: 'DELETE /api/v2/asset_subscriptions/:subscription',
    send: (scenario) => owner(scenario).delete(scenario.subscription),
  },
  ...['metadata', 'counts', 'minimal-list', 'hash'].map((word): Step => ({
    route: `GET /api/v2/assets/${word}`,
    send: (scenario) => owner(scenario).get(`/api/v2/assets/${word}/`),
  })),
  ...SUBMISSION_STEPS,
  ...SUPPLEMENT_STEPS,
  {
    route: 'PATCH /api/v2/assets/:uid/data/:id/validation_status',
    send: (scenario) =>
      owner(scenario)
        .patch(api(scenario, `data/${scenario.submissionId}/validation_status/`))
        .send({ 'validation_status.uid': 'validation_status_approved' }),
    body: ({ body }) => ({ ...(body as object), timestamp: '<seconds>' }),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/validation_status',
    send: (scenario) =>
      owner(scenario).get(api(scenario, `data/${scenario.submissionId}/validation_status/`)),
    body: ({ body }) => ({ ...(body as object), timestamp: '<seconds>' }),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/data/:id/validation_status',
    send: (scenario) =>
      owner(scenario).delete(api(scenario, `data/${scenario.submissionId}/validation_status/`)),
  },
  {
    route: 'PATCH /api/v2/assets/:uid/data/validation_statuses',
    send: (scenario) =>
      owner(scenario)
        .patch(api(scenario, 'data/validation_statuses/'))
        .send({ payload: { confirm: true, 'validation_status.uid': 'validation_status_on_hold' } }),
    body: ({ body }) => ({ ...(body as object), change_id: '<change>' }),
    capture: (scenario, { body }) => {
      scenario.statusChange = body.change_id as string;
    },
  },
  {
    route: 'DELETE /api/v2/assets/:uid/data/validation_statuses',
    send: (scenario) =>
      owner(scenario)
        .delete(api(scenario, 'data/validation_statuses/'))
        .send({ payload: { submission_ids: [scenario.submissionId], 'validation_status.uid': null } }),
    body: ({ body }) => ({ ...(body as object), change_id: '<change>' }),
  },
  {
    route: 'PATCH /api/v2/assets/:uid/data/bulk',
    send: (scenario) =>
      owner(scenario)
        .patch(api(scenario, 'data/bulk/'))
        .send({ payload: { submission_ids: [scenario.submissionId], data: { consent: 'no' } } }),
  },
  {
    route: 'POST /api/v2/assets/:uid/data/:id/duplicate',
    send: (scenario) => owner(scenario).post(api(scenario, `data/${scenario.submissionId}/duplicate/`)),
  },
  {
    route: 'GET /api/v2/assets/:uid/data.csv',
    send: (scenario) => owner(scenario).get(api(scenario, 'data.csv').replace(/\/$/, '')),
    body: ({ text }) => text.split('\r\n')[0],
  },
  {
    route: 'GET /api/v2/assets/:uid/data.kml',
    send: (scenario) => owner(scenario).get(api(scenario, 'data.kml').replace(/\/$/, '')),
    body: ({ status }) => status,
  },
  {
    route: 'GET /api/v2/assets/:uid/data.zip',
    send: (scenario) => owner(scenario).get(api(scenario, 'data.zip').replace(/\/$/, '')),
    body: ({ status }) => status,
  },
  {
    route: 'GET /api/v2/assets/:uid/audit.csv',
    send: (scenario) => owner(scenario).get(api(scenario, 'audit.csv').replace(/\/$/, '')),
    body: ({ text }) => text,
  },
  {
    route: 'GET /api/v2/assets/:uid/data.xlsx',
    send: (scenario) => owner(scenario).get(api(scenario, 'data.xlsx').replace(/\/$/, '')),
    body: () => '{a workbook}',
  },
  {
    route: 'GET /api/v2/assets/:uid/data.ndjson',
    send: (scenario) => owner(scenario).get(api(scenario, 'data.ndjson').replace(/\/$/, '')),
    body: ({ text }) =>
      text
        .trim()
        .split('\n')
        .map((line) => Object.keys(JSON.parse(line) as object)),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/changes',
    send: (scenario) => owner(scenario).get(api(scenario, 'data/changes/?limit=2')),
    // The change token depends on concurrent transactions.
    body: ({ body }) => ({ ...(body as object), token: '<token>', next: '<url>' }),
    until: ({ body }) => body.results.length === 2,
  },
  ...(
    [
      ['odata', ''],
      ['odata/$metadata', '$metadata'],
      ['odata/:set', 'Submissions?$count=true&$expand=child'],
      ['odata/:set/:below', 'child/$count'],
    ] as const
  ).map(([route, path]) => ({
    route: `GET /api/v2/assets/:uid/${route}`,
    send: (scenario: Scenario) => owner(scenario).get(api(scenario, `odata/${path}`)),
  })),
  {
    route: 'GET /api/v2/assets/:uid/odata/:set/:below/:further',
    send: (scenario) =>
      owner(scenario).get(api(scenario, `odata/Submissions(${scenario.submissionId})/child/$count`)),
  },
  {
    route: 'POST /api/v2/assets/:uid/data/validation_statuses/undo',
    send: (scenario) =>
      owner(scenario)
        .post(api(scenario, 'data/validation_statuses/undo/'))
        .send({ change_id: scenario.statusChange }),
    body: ({ body }) => ({ ...(body as object), change_id: '<change>' }),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/data/:id',
    send: (scenario) => owner(scenario).delete(api(scenario, `data/${scenario.submissionId}/`)),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/deleted',
    send: (scenario) => owner(scenario).get(api(scenario, 'data/deleted/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/deleted/:id',
    send: (scenario) => owner(scenario).get(api(scenario, `data/deleted/${scenario.submissionId}/`)),
  },
  {
    route: 'POST /api/v2/assets/:uid/data/deleted/restore',
    send: (scenario) =>
      owner(scenario)
        .post(api(scenario, 'data/deleted/restore/'))
        .send({ payload: { submission_ids: [scenario.submissionId] } }),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/data/bulk',
    send: (scenario) =>
      owner(scenario)
        .delete(api(scenario, 'data/bulk/'))
        .send({ payload: { confirm: true } }),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/data/deleted',
    send: (scenario) =>
      owner(scenario)
        .delete(api(scenario, 'data/deleted/'))
        .send({ payload: { confirm: true } }),
  },
  {
    route: 'GET /api/v2/assets/:uid.xls',
    send: (scenario) => owner(scenario).get(`/api/v2/assets/${scenario.uid}.xls`).responseType('blob'),
    // Zip archive; test/e2e/asset-rendering reads its content.
    body: ({ body }) => (body as Buffer).toString('latin1', 0, 2),
  },
  {
    route: 'GET /api/v2/assets/:uid.xml',
    send: (scenario) => owner(scenario).get(`/api/v2/assets/${scenario.uid}.xml`),
  },
  {
    route: 'GET /api/v2/assets/:uid.ssjson',
    send: (scenario) => owner(scenario).get(`/api/v2/assets/${scenario.uid}.ssjson`),
  },
  {
    route: 'GET /api/v2/assets/:uid/content',
    send: (scenario) => owner(scenario).get(api(scenario, 'content/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/valid_content',
    send: (scenario) => owner(scenario).get(api(scenario, 'valid_content/')),
  },
  {
    route: 'POST /api/v2/assets/:uid/check',
    send: (scenario) =>
      owner(scenario)
        .post(api(scenario, 'check/'))
        .send({ content: { survey: [{ type: 'text', name: 'name', label: 'Name' }] } }),
  },
  {
    route: 'PUT /api/v2/assets/:uid/draft',
    send: (scenario) =>
      owner(scenario)
        .put(api(scenario, 'draft/'))
        .send({
          content: { survey: [{ type: 'text', name: 'name', label: ['Name'] }] },
          base_version_id: scenario.version,
        }),
  },
  {
    route: 'GET /api/v2/assets/:uid/draft',
    send: (scenario) => owner(scenario).get(api(scenario, 'draft/')),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/draft',
    send: (scenario) => owner(scenario).delete(api(scenario, 'draft/')),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/permission-assignments/:assignment',
    send: (scenario) => owner(scenario).delete(scenario.assignment),
  },
  {
    route: 'POST /api/v2/assets/:uid/permission-assignments/bulk',
    send: (scenario) =>
      owner(scenario)
        .post(api(scenario, 'permission-assignments/bulk/'))
        .send([
          { user: '/api/v2/users/asha/', permission: '/api/v2/permissions/view_asset/' },
          partialAssignment('manager', { change_submissions: [{ _submitted_by: 'owner' }] }),
        ]),
  },
  {
    route: 'PATCH /api/v2/assets/:uid/permission-assignments/clone',
    send: (scenario) =>
      owner(scenario)
        .patch(api(scenario, 'permission-assignments/clone/'))
        .send({ clone_from: scenario.uid }),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/permission-assignments/bulk',
    send: (scenario) =>
      owner(scenario).delete(api(scenario, 'permission-assignments/bulk/')).send({ username: 'asha' }),
  },
  {
    route: 'POST /api/v2/project-ownership/invites',
    send: (scenario) =>
      owner(scenario)
        .post('/api/v2/project-ownership/invites/')
        .send({ recipient: '/api/v2/users/manager/', assets: [scenario.uid] }),
    capture: (scenario, { body }) => {
      scenario.invite = new URL(body.url as string).pathname;
      scenario.transfer = new URL(body.transfers[0].url as string).pathname;
    },
  },
  {
    route: 'GET /api/v2/project-ownership/invites',
    send: ({ app }) => app.as('manager').get('/api/v2/project-ownership/invites/'),
  },
  {
    route: 'GET /api/v2/project-ownership/invites/:invite',
    send: (scenario) => owner(scenario).get(scenario.invite),
  },
  {
    route: 'GET /api/v2/project-ownership/invites/:invite/transfers/:transfer',
    send: (scenario) => owner(scenario).get(scenario.transfer),
  },
  {
    route: 'PATCH /api/v2/project-ownership/invites/:invite',
    send: (scenario) => owner(scenario).patch(scenario.invite).send({ status: 'cancelled' }),
  },
  {
    route: 'DELETE /api/v2/project-ownership/invites/:invite',
    send: (scenario) => owner(scenario).delete(scenario.invite),
  },
  {
    route: 'POST /api/v2/asset_snapshots',
    send: (scenario) =>
      owner(scenario)
        .post('/api/v2/asset_snapshots/')
        .send({ asset: api(scenario) }),
    capture: (scenario, { body }) => {
      scenario.snapshot = new URL(body.url as string).pathname;
    },
  },
  {
    route: 'GET /api/v2/asset_snapshots',
    send: (scenario) => owner(scenario).get('/api/v2/asset_snapshots/'),
  },
  {
    route: 'GET /api/v2/asset_snapshots/:snapshot',
    send: (scenario) => owner(scenario).get(scenario.snapshot),
  },
  {
    route: 'GET /api/v2/asset_snapshots/:snapshot.xml',
    send: ({ app, snapshot }) => app.as(ANONYMOUS).get(snapshot.replace(/\/$/, '.xml')),
  },
  {
    route: 'GET /api/v2/asset_snapshots/:snapshot/xml_with_disclaimer',
    send: ({ app, snapshot }) => app.as(ANONYMOUS).get(`${snapshot}xml_with_disclaimer/`),
  },
  ...SNAPSHOT_STEPS,
  {
    route: 'DELETE /api/v2/asset_snapshots/:snapshot',
    send: (scenario) => owner(scenario).delete(scenario.snapshot),
  },
  {
    route: 'POST /api/v2/imports',
    send: (scenario) =>
      owner(scenario)
        .post('/api/v2/imports/')
        .field({ library: 'false', name: 'Wells' })
        .attach(
          'file',
          workbook({
            survey: [
              ['type', 'name', 'label'],
              ['text', 'well', 'Which well?'],
            ],
          }),
          'wells.xlsx',
        ),
    capture: (scenario, { body }) => {
      scenario.import = body.uid as string;
    },
  },
  {
    route: 'GET /api/v2/imports/:import',
    send: (scenario) => owner(scenario).get(`/api/v2/imports/${scenario.import}/`),
    until: ({ body }) => body.status === 'complete' || body.status === 'error',
  },
  { route: 'GET /api/v2/imports', send: (scenario) => owner(scenario).get('/api/v2/imports/') },
  ...MIGRATION_STEPS,
  { route: 'DELETE /api/v2/assets/:uid', send: (scenario) => owner(scenario).delete(api(scenario)) },
  {
    route: 'DELETE /api/v2/users/:username/credentials/:credential',
    send: ({ app }) => app.as('manager').delete('/api/v2/users/owner/credentials/default/'),
  },
  {
    route: 'DELETE /api/v2/users/:username/credentials',
    send: ({ app }) => app.as('manager').delete('/api/v2/users/owner/credentials/'),
  },
];

export const GOLDEN_ROUTES: readonly string[] = STEPS.map(({ route }) => route);

/** Name of the golden file of a route: `GET api.v2.assets.{uid}.json`. */
export function goldenName(route: string): string {
  const [method, path] = route.split(' ') as [string, string];
  return `${method} ${path
    .slice(1)
    .replaceAll('/', '.')
    .replace(/:(\w+)/g, '{$1}')}.json`;
}

/** Requests every route once, on an empty service. @returns text of golden files by name */
export async function recordGoldens(app: TestApp): Promise<Map<string, string>> {
  for (const username of ['owner', 'leaver']) await app.addUser(username);
  await app.addUser('manager', { superuser: true });
  const [leaver] = await app.rows<{ uid: string }>(
    `SELECT extra_details_uid AS uid FROM app_user WHERE username = 'leaver'`,
  );
  const scenario: Scenario = {
    app,
    uid: '',
    submissionId: 0,
    statusChange: '',
    attachment: '',
    feature: '',
    file: '',
    version: '',
    assignment: '',
    import: '',
    export: '',
    exported: '',
    setting: '',
    organization: '',
    view: '',
    entityList: '',
    invite: '',
    transfer: '',
    snapshot: '',
    hook: '',
    log: '',
    pairedData: '',
    subscription: '',
    collectorLink: { path: '', link: '' },
    collection: await publicCollection(app),
    token: '',
    application: { path: '', client_id: '', client_secret: '' },
    leaver: leaver!.uid,
  };
  const files = new Map<string, string>();
  for (const { route, send, capture, body, until } of STEPS) {
    const response =
      until === undefined
        ? await send(scenario)
        : await eventually(
            async () => send(scenario),
            (each) => until(each),
          );
    capture?.(scenario, response);
    const headers = Object.fromEntries(
      HEADERS.flatMap((name) =>
        response.headers[name] === undefined ? [] : [[name, response.headers[name]]],
      ),
    );
    const golden = {
      status: response.status,
      headers,
      body: body === undefined ? bodyOf(response) : body(response),
    };
    files.set(goldenName(route), `${JSON.stringify(withPlaceholders(golden, app.origin), undefined, 2)}\n`);
  }
  return files;
}

/** Creates a public collection. @returns its uid */
async function publicCollection(app: TestApp): Promise<string> {
  const values = { asset_type: 'collection', name: 'Library' };
  const { body } = await app.as('owner').post('/api/v2/assets/').send(values);
  const { uid } = body as { uid: string };
  await grant(app, uid, ANONYMOUS, ['discover_asset']);
  return uid;
}

/** Response body: JSON, lines of text, or bytes as text. */
function bodyOf(response: Response): unknown {
  const type = response.headers['content-type'] ?? '';
  if (type === 'application/json') return response.body as unknown;
  if (Buffer.isBuffer(response.body)) return response.body.toString('utf8');
  return (response.text ?? '') === '' ? null : response.text.split('\n');
}
