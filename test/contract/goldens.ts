import type { Response, Test } from 'supertest';
import { grant, partialAssignment, SURVEY_CONTENT } from '../factories/asset.factory';
import { USUAL } from '../factories/export.factory';
import { submission } from '../factories/submission.factory';
import { workbook } from '../factories/workbook.factory';
import { ANONYMOUS, PASSWORD, type TestApp } from '../support/app';
import { basic } from '../support/basic';
import { eventually } from '../support/eventually';
import { COLLECTOR_CHAPTERS, COLLECTED_CHAPTERS, SNAPSHOT_CHAPTERS } from './collecting-chapters';
import { withPlaceholders } from './placeholders';
import { api, type Chapter, INSTANCE, owner, type Story, xml } from './story';

const HEADERS = [
  'allow',
  'content-disposition',
  'content-type',
  'location',
  'www-authenticate',
  'x-openrosa-accept-content-length',
  'x-openrosa-version',
];

/** Inside, so that nothing is sent there. */
const NOWHERE = 'http://127.0.0.1:9/in';
const SETTING = { name: 'Weekly', export_settings: USUAL };
/** What an application asks for itself, with its credentials in the form. */
const asApplication = (
  { app, application }: Story,
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

const STORY: readonly Chapter[] = [
  { route: 'GET /', ask: ({ app }) => app.as(ANONYMOUS).get('/') },
  { route: 'GET /api/v2', ask: ({ app }) => app.as(ANONYMOUS).get('/api/v2/') },
  { route: 'GET /health/live', ask: ({ app }) => app.as(ANONYMOUS).get('/health/live') },
  { route: 'GET /health/ready', ask: ({ app }) => app.as(ANONYMOUS).get('/health/ready') },
  {
    route: 'GET /metrics',
    ask: ({ app }) => app.as(ANONYMOUS).get('/metrics'),
    body: ({ text }) => text.split('\n').filter((line) => line.startsWith('# HELP http_')),
  },
  { route: 'GET /me', ask: (story) => owner(story).get('/me/') },
  { route: 'GET /me/emails', ask: (story) => owner(story).get('/me/emails/') },
  { route: 'GET /me/social-accounts', ask: (story) => owner(story).get('/me/social-accounts/') },
  {
    route: 'PATCH /me',
    ask: (story) =>
      owner(story)
        .patch('/me/')
        .send({ extra_details: { city: 'Nairobi', country: 'Kenya' } }),
  },
  {
    route: 'POST /api/v2/tokens',
    ask: (story) =>
      owner(story)
        .post('/api/v2/tokens/')
        .send({ name: 'nightly export', scopes: ['read'], date_expires: '2999-12-31T23:59:59Z' }),
    remember: (story, { body }) => {
      story.token = new URL(body.url as string).pathname;
    },
  },
  { route: 'GET /api/v2/tokens', ask: (story) => owner(story).get('/api/v2/tokens/') },
  { route: 'GET /api/v2/tokens/:token', ask: (story) => owner(story).get(story.token) },
  { route: 'DELETE /api/v2/tokens/:token', ask: (story) => owner(story).delete(story.token) },
  {
    route: 'GET /.well-known/oauth-authorization-server',
    ask: ({ app }) => app.as(ANONYMOUS).get('/.well-known/oauth-authorization-server'),
  },
  {
    route: 'POST /api/v2/applications',
    ask: (story) =>
      owner(story)
        .post('/api/v2/applications/')
        .send({ name: 'Dashboard', redirect_uri: 'https://app.example/callback' }),
    remember: (story, { body }) => {
      const { client_id, client_secret, url } = body as Record<string, string>;
      story.application = {
        path: new URL(url!).pathname,
        client_id: client_id!,
        client_secret: client_secret!,
      };
    },
  },
  { route: 'GET /api/v2/applications', ask: (story) => owner(story).get('/api/v2/applications/') },
  { route: 'GET /api/v2/applications/:client', ask: (story) => owner(story).get(story.application.path) },
  {
    route: 'PATCH /api/v2/applications/:client',
    ask: (story) =>
      owner(story)
        .patch(story.application.path)
        .send({ redirect_uris: ['https://app.example/callback', 'https://staging.app.example/callback'] }),
  },
  {
    route: 'POST /o/token',
    ask: (story) =>
      asApplication(story, '/o/token/', { grant_type: 'authorization_code', code: 'nobody was given this' }),
  },
  {
    route: 'POST /o/introspect',
    ask: (story) => asApplication(story, '/o/introspect/', { token: 'unknown' }),
  },
  {
    route: 'POST /o/revoke_token',
    ask: (story) => asApplication(story, '/o/revoke_token/', { token: 'unknown' }),
  },
  {
    route: 'GET /api/v2/authorized_applications',
    ask: (story) => owner(story).get('/api/v2/authorized_applications/'),
  },
  {
    route: 'DELETE /api/v2/authorized_applications/:client',
    ask: (story) => owner(story).delete('/api/v2/authorized_applications/unknown/'),
  },
  {
    route: 'DELETE /api/v2/applications/:client',
    ask: (story) => owner(story).delete(story.application.path),
  },
  {
    route: 'POST /api/v2/users',
    ask: ({ app }) =>
      app
        .as('manager')
        .post('/api/v2/users/')
        .send({ username: 'asha', password: PASSWORD, email: 'asha@example.org' }),
  },
  {
    route: 'PATCH /api/v2/users/:username',
    ask: ({ app }) => app.as('manager').patch('/api/v2/users/asha/').send({ is_superuser: true }),
  },
  { route: 'GET /api/v2/users', ask: ({ app }) => app.as('manager').get('/api/v2/users/?q=asha') },
  { route: 'GET /api/v2/users/:username', ask: (story) => owner(story).get('/api/v2/users/asha/') },
  {
    route: 'GET /api/v2/users/:username/credentials',
    ask: ({ app }) => app.as('manager').get('/api/v2/users/leaver/credentials/'),
  },
  { route: 'DELETE /token', ask: ({ app }) => app.as('leaver').delete('/token/') },
  {
    route: 'DELETE /me',
    ask: ({ app, leaver }) => app.with(basic('leaver')).delete('/me/').send({ confirm: leaver }),
  },
  { route: 'POST /token', ask: (story) => owner(story).post('/token/') },
  { route: 'GET /token', ask: (story) => owner(story).get('/token/') },
  { route: 'GET /api/v2/permissions', ask: ({ app }) => app.as(ANONYMOUS).get('/api/v2/permissions/') },
  {
    route: 'GET /api/v2/permissions/:codename',
    ask: ({ app }) => app.as(ANONYMOUS).get('/api/v2/permissions/change_submissions/'),
  },
  {
    route: 'POST /api/v2/assets',
    ask: (story) =>
      owner(story)
        .post('/api/v2/assets/')
        .send({
          name: 'Households',
          asset_type: 'survey',
          content: SURVEY_CONTENT,
          settings: { description: 'Baseline', sector: 'Health', country: 'Kenya', 'share-metadata': false },
          tag_string: 'health,2026',
        }),
    remember: (story, { body }) => {
      story.uid = body.uid as string;
    },
  },
  {
    route: 'PATCH /api/v2/assets/:uid',
    ask: (story) =>
      owner(story)
        .patch(api(story))
        .send({ name: 'Households 2026', data_sharing: { enabled: true, fields: ['person/name'] } }),
  },
  {
    route: 'PUT /api/v2/assets/:uid',
    ask: (story) => owner(story).put(api(story)).send({ asset_type: 'survey', tag_string: 'health,2026' }),
  },
  {
    route: 'POST /api/v2/assets/bulk',
    ask: ({ app }) =>
      app
        .as('manager')
        .post('/api/v2/assets/bulk/')
        .send({ payload: { confirm: true, action: 'archive' } }),
  },
  {
    route: 'GET /api/v2/assets/:uid/versions',
    ask: (story) => owner(story).get(api(story, 'versions/')),
    remember: (story, { body }) => (story.version = body.results[0].uid as string),
  },
  {
    route: 'GET /api/v2/assets/:uid/versions/:version',
    ask: (story) => owner(story).get(api(story, `versions/${story.version}/`)),
  },
  {
    route: 'POST /api/v2/assets/:uid/deployment',
    ask: (story) => owner(story).post(api(story, 'deployment/')).send({ active: true }),
  },
  {
    route: 'PATCH /api/v2/assets/:uid/deployment',
    ask: (story) => owner(story).patch(api(story, 'deployment/')).send({ active: false }),
  },
  {
    route: 'PUT /api/v2/assets/:uid/deployment',
    ask: (story) => owner(story).put(api(story, 'deployment/')).send({ active: true }),
  },
  {
    route: 'GET /api/v2/assets/:uid/deployment',
    ask: (story) => owner(story).get(api(story, 'deployment/')),
  },
  {
    route: 'POST /api/v2/assets/:uid/permission-assignments',
    ask: (story) =>
      owner(story)
        .post(api(story, 'permission-assignments/'))
        .send({ user: '/api/v2/users/AnonymousUser/', permission: '/api/v2/permissions/add_submissions/' }),
    remember: (story, { body }) => {
      story.assignment = new URL(body.url as string).pathname;
    },
  },
  {
    route: 'POST /api/v2/assets/:uid/hooks',
    ask: (story) =>
      owner(story)
        .post(api(story, 'hooks/'))
        .send({
          name: 'Elsewhere',
          endpoint: NOWHERE,
          auth_level: 'basic_auth',
          settings: { username: 'ann', password: 'open sesame' },
          secret: 'signing key',
        }),
    remember: (story, { body }) => {
      story.hook = api(story, `hooks/${body.uid as string}/`);
    },
  },
  { route: 'GET /api/v2/assets/:uid/hooks', ask: (story) => owner(story).get(api(story, 'hooks/')) },
  { route: 'GET /api/v2/assets/:uid/hooks/:hook', ask: (story) => owner(story).get(story.hook) },
  {
    route: 'PATCH /api/v2/assets/:uid/hooks/:hook',
    ask: (story) =>
      owner(story)
        .patch(story.hook)
        .send({ subset_fields: ['name'] }),
  },
  {
    route: 'PUT /api/v2/assets/:uid/hooks/:hook',
    ask: (story) => owner(story).put(story.hook).send({ name: 'Out there', endpoint: NOWHERE }),
  },
  {
    route: 'GET /api/v2/assets/:uid/history',
    ask: (story) => owner(story).get(api(story, 'history/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/history/actions',
    ask: (story) => owner(story).get(api(story, 'history/actions/')),
  },
  {
    route: 'POST /api/v2/assets/:uid/history/export',
    ask: (story) => owner(story).post(api(story, 'history/export/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/history/export.csv',
    ask: (story) => owner(story).get(api(story, 'history/export.csv').replace(/\/$/, '')),
    body: ({ text }) => text.split('\r\n')[0],
  },
  {
    route: 'GET /api/v2/project-history-logs',
    ask: ({ app }) => app.as('manager').get('/api/v2/project-history-logs/?limit=1'),
  },
  {
    route: 'GET /api/v2/audit-logs',
    ask: ({ app }) => app.as('manager').get('/api/v2/audit-logs/?q=action:create'),
  },
  {
    route: 'GET /api/v2/access-logs',
    ask: ({ app }) => app.as('manager').get('/api/v2/access-logs/'),
  },
  {
    route: 'GET /api/v2/access-logs/me',
    ask: (story) => owner(story).get('/api/v2/access-logs/me/'),
  },
  {
    route: 'GET /api/v2/assets/:uid/permission-assignments',
    ask: (story) => owner(story).get(api(story, 'permission-assignments/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/permission-assignments/:assignment',
    ask: (story) => owner(story).get(story.assignment),
  },
  { route: 'GET /formList', ask: (story) => owner(story).get('/formList') },
  { route: 'GET /:username/formList', ask: ({ app }) => app.as(ANONYMOUS).get('/owner/formList') },
  { route: 'GET /forms/:uid/form.xml', ask: (story) => owner(story).get(`/forms/${story.uid}/form.xml`) },
  {
    route: 'GET /:username/forms/:uid/form.xml',
    ask: ({ app, uid }) => app.as(ANONYMOUS).get(`/owner/forms/${uid}/form.xml`),
  },
  {
    route: 'POST /api/v2/assets/:uid/files',
    ask: (story) =>
      owner(story)
        .post(api(story, 'files/'))
        .field('file_type', 'form_media')
        .field('description', 'A crab')
        .attach('content', Buffer.from('not really a crab'), 'crab.png'),
    remember: (story, { body }) => {
      story.file = body.uid as string;
    },
  },
  { route: 'GET /api/v2/assets/:uid/files', ask: (story) => owner(story).get(api(story, 'files/')) },
  {
    route: 'GET /api/v2/assets/:uid/files/:file',
    ask: (story) => owner(story).get(api(story, `files/${story.file}/`)),
  },
  {
    route: 'GET /api/v2/assets/:uid/files/:file/content',
    ask: (story) => owner(story).get(api(story, `files/${story.file}/content/`)),
  },
  {
    route: 'GET /xformsMedia/:uid/:file',
    ask: (story) => owner(story).get(`/xformsMedia/${story.uid}/${story.file}.png`),
  },
  {
    route: 'GET /:username/xformsMedia/:uid/:file',
    ask: ({ app, uid, file }) => app.as(ANONYMOUS).get(`/owner/xformsMedia/${uid}/${file}`),
  },
  { route: 'GET /xformsManifest/:uid', ask: (story) => owner(story).get(`/xformsManifest/${story.uid}`) },
  {
    route: 'GET /:username/xformsManifest/:uid',
    ask: ({ app, uid }) => app.as(ANONYMOUS).get(`/owner/xformsManifest/${uid}`),
  },
  { route: 'HEAD /formList', ask: (story) => owner(story).head('/formList') },
  { route: 'HEAD /:username/formList', ask: (story) => owner(story).head('/owner/formList') },
  ...COLLECTOR_CHAPTERS,
  {
    route: 'DELETE /api/v2/assets/:uid/files/:file',
    ask: (story) => owner(story).delete(api(story, `files/${story.file}/`)),
  },
  { route: 'HEAD /submission', ask: (story) => owner(story).head('/submission') },
  { route: 'HEAD /:username/submission', ask: ({ app }) => app.as(ANONYMOUS).head('/owner/submission') },
  {
    route: 'POST /submission',
    ask: (story) =>
      submission(owner(story), xml(story, INSTANCE), [{ name: 'asha.jpg', content: 'not really a photo' }]),
  },
  {
    route: 'GET /api/v2/assets/:uid/hooks/:hook/logs',
    ask: (story) => owner(story).get(`${story.hook}logs/`),
    until: ({ body }) => body.results[0]?.status === 0,
    remember: (story, { body }) => {
      story.log = new URL(body.results[0].url as string).pathname;
    },
  },
  { route: 'GET /api/v2/assets/:uid/hooks/:hook/logs/:log', ask: (story) => owner(story).get(story.log) },
  {
    route: 'PATCH /api/v2/assets/:uid/hooks/:hook/logs/:log/retry',
    ask: (story) => owner(story).patch(`${story.log}retry/`),
  },
  {
    route: 'PATCH /api/v2/assets/:uid/hooks/:hook/retry',
    ask: (story) => owner(story).patch(`${story.hook}retry/`),
  },
  { route: 'DELETE /api/v2/assets/:uid/hooks/:hook', ask: (story) => owner(story).delete(story.hook) },
  {
    route: 'POST /api/v2/assets/:uid/paired-data',
    ask: (story) =>
      owner(story)
        .post(api(story, 'paired-data/'))
        .send({ source: api(story), fields: [], filename: 'names' }),
    remember: (story, { body }) => {
      story.pairing = new URL(body.url as string).pathname;
    },
  },
  {
    route: 'GET /api/v2/assets/:uid/paired-data',
    ask: (story) => owner(story).get(api(story, 'paired-data/')),
  },
  { route: 'GET /api/v2/assets/:uid/paired-data/:pair', ask: (story) => owner(story).get(story.pairing) },
  {
    route: 'PATCH /api/v2/assets/:uid/paired-data/:pair',
    ask: (story) => owner(story).patch(story.pairing).send({ filename: 'people' }),
  },
  ...['external', 'external.xml'].map((file) => ({
    route: `GET /api/v2/assets/:uid/paired-data/:pair/${file}`,
    ask: (story: Story) => owner(story).get(`${story.pairing}${file}`),
  })),
  {
    route: 'DELETE /api/v2/assets/:uid/paired-data/:pair',
    ask: (story) => owner(story).delete(story.pairing),
  },
  {
    route: 'POST /:username/submission',
    ask: (story) => submission(story.app.as(ANONYMOUS), xml(story, INSTANCE), [], '/owner/submission'),
  },
  {
    route: 'GET /api/v2/assets/:uid/data',
    ask: (story) => owner(story).get(api(story, 'data/')),
    remember: (story, { body }) => {
      story.submissionId = body.results[0]._id as number;
      story.attachment = body.results[0]._attachments[0].uid as string;
    },
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id',
    ask: (story) => owner(story).get(api(story, `data/${story.submissionId}/`)),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/attachments/:attachment',
    ask: (story) =>
      owner(story).get(api(story, `data/${story.submissionId}/attachments/${story.attachment}/`)),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/attachments/:attachment/:size',
    ask: (story) =>
      owner(story).get(api(story, `data/${story.submissionId}/attachments/${story.attachment}/small/`)),
  },
  { route: 'GET /api/v2/assets/:uid/reports', ask: (story) => owner(story).get(api(story, 'reports/')) },
  {
    route: 'POST /api/v2/assets/:uid/exports',
    ask: (story) => owner(story).post(api(story, 'exports/')).send(USUAL),
    // A worker may have taken it on already.
    body: ({ body }) => ({ ...(body as object), status: '<created or processing>' }),
    remember: (story, { body }) => {
      story.export = body.uid as string;
    },
  },
  {
    route: 'GET /api/v2/assets/:uid/exports/:export',
    ask: (story) => owner(story).get(api(story, `exports/${story.export}/`)),
    until: ({ body }) => body.status === 'complete' || body.status === 'error',
    remember: (story, { body }) => {
      story.exported = new URL(body.result as string).pathname;
    },
  },
  { route: 'GET /api/v2/assets/:uid/exports', ask: (story) => owner(story).get(api(story, 'exports/')) },
  {
    route: 'GET /private-media/:username/exports/:uid/:file',
    ask: (story) => owner(story).get(story.exported),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/exports/:export',
    ask: (story) => owner(story).delete(api(story, `exports/${story.export}/`)),
  },
  {
    route: 'POST /api/v2/assets/:uid/export-settings',
    ask: (story) => owner(story).post(api(story, 'export-settings/')).send(SETTING),
    remember: (story, { body }) => {
      story.setting = new URL(body.url as string).pathname;
    },
  },
  {
    route: 'GET /api/v2/assets/:uid/export-settings',
    ask: (story) => owner(story).get(api(story, 'export-settings/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/export-settings/:setting',
    ask: (story) => owner(story).get(story.setting),
  },
  {
    route: 'PATCH /api/v2/assets/:uid/export-settings/:setting',
    ask: (story) => owner(story).patch(story.setting).send({ name: 'Daily' }),
  },
  {
    route: 'PUT /api/v2/assets/:uid/export-settings/:setting',
    ask: (story) => owner(story).put(story.setting).send(SETTING),
  },
  {
    route: 'GET /api/v2/assets/:uid/export-settings/:setting/data.csv',
    ask: (story) => owner(story).get(`${story.setting}data.csv`),
  },
  {
    route: 'GET /api/v2/assets/:uid/export-settings/:setting/data.xlsx',
    ask: (story) => owner(story).get(`${story.setting}data.xlsx`),
    body: () => '{a workbook}',
  },
  {
    route: 'DELETE /api/v2/assets/:uid/export-settings/:setting',
    ask: (story) => owner(story).delete(story.setting),
  },
  { route: 'GET /api/v2/assets/:uid/counts', ask: (story) => owner(story).get(api(story, 'counts/')) },
  { route: 'GET /api/v2/assets/:uid', ask: (story) => owner(story).get(api(story)) },
  { route: 'GET /api/v2/assets', ask: (story) => owner(story).get('/api/v2/assets/?limit=1&metadata=on') },
  { route: 'GET /api/v2/languages', ask: (story) => owner(story).get('/api/v2/languages/?limit=2') },
  {
    route: 'GET /api/v2/environment',
    ask: ({ app }) => app.as(ANONYMOUS).get('/api/v2/environment/'),
    body: ({ body }) => ({ ...body, country_choices: body.country_choices.slice(0, 2) as unknown }),
  },
  { route: 'GET /api/v2/tags', ask: (story) => owner(story).get('/api/v2/tags/') },
  {
    route: 'POST /api/v2/asset_subscriptions',
    ask: ({ app, collection }) =>
      app
        .as('owner')
        .post('/api/v2/asset_subscriptions/')
        .send({ asset: `/api/v2/assets/${collection}/` }),
    remember: (story, { body }) => {
      story.subscription = new URL(body.url as string).pathname;
    },
  },
  {
    route: 'GET /api/v2/asset_subscriptions',
    ask: (story) => owner(story).get('/api/v2/asset_subscriptions/'),
  },
  {
    route: 'GET /api/v2/asset_subscriptions/:subscription',
    ask: (story) => owner(story).get(story.subscription),
  },
  {
    route: 'DELETE /api/v2/asset_subscriptions/:subscription',
    ask: (story) => owner(story).delete(story.subscription),
  },
  ...['metadata', 'counts', 'minimal-list', 'hash'].map((word): Chapter => ({
    route: `GET /api/v2/assets/${word}`,
    ask: (story) => owner(story).get(`/api/v2/assets/${word}/`),
  })),
  ...COLLECTED_CHAPTERS,
  {
    route: 'PATCH /api/v2/assets/:uid/data/:id/validation_status',
    ask: (story) =>
      owner(story)
        .patch(api(story, `data/${story.submissionId}/validation_status/`))
        .send({ 'validation_status.uid': 'validation_status_approved' }),
    body: ({ body }) => ({ ...(body as object), timestamp: '<seconds>' }),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/validation_status',
    ask: (story) => owner(story).get(api(story, `data/${story.submissionId}/validation_status/`)),
    body: ({ body }) => ({ ...(body as object), timestamp: '<seconds>' }),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/data/:id/validation_status',
    ask: (story) => owner(story).delete(api(story, `data/${story.submissionId}/validation_status/`)),
  },
  {
    route: 'PATCH /api/v2/assets/:uid/data/validation_statuses',
    ask: (story) =>
      owner(story)
        .patch(api(story, 'data/validation_statuses/'))
        .send({ payload: { confirm: true, 'validation_status.uid': 'validation_status_on_hold' } }),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/data/validation_statuses',
    ask: (story) =>
      owner(story)
        .delete(api(story, 'data/validation_statuses/'))
        .send({ payload: { submission_ids: [story.submissionId], 'validation_status.uid': null } }),
  },
  {
    route: 'PATCH /api/v2/assets/:uid/data/bulk',
    ask: (story) =>
      owner(story)
        .patch(api(story, 'data/bulk/'))
        .send({ payload: { submission_ids: [story.submissionId], data: { consent: 'no' } } }),
  },
  {
    route: 'POST /api/v2/assets/:uid/data/:id/duplicate',
    ask: (story) => owner(story).post(api(story, `data/${story.submissionId}/duplicate/`)),
  },
  {
    route: 'GET /api/v2/assets/:uid/data.csv',
    ask: (story) => owner(story).get(api(story, 'data.csv').replace(/\/$/, '')),
    body: ({ text }) => text.split('\r\n')[0],
  },
  {
    route: 'GET /api/v2/assets/:uid/data.xlsx',
    ask: (story) => owner(story).get(api(story, 'data.xlsx').replace(/\/$/, '')),
    body: () => '{a workbook}',
  },
  {
    route: 'GET /api/v2/assets/:uid/data.ndjson',
    ask: (story) => owner(story).get(api(story, 'data.ndjson').replace(/\/$/, '')),
    body: ({ text }) =>
      text
        .trim()
        .split('\n')
        .map((line) => Object.keys(JSON.parse(line) as object)),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/changes',
    ask: (story) => owner(story).get(api(story, 'data/changes/?limit=2')),
    // What stays below the horizon is for the machine to say.
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
    ask: (story: Story) => owner(story).get(api(story, `odata/${path}`)),
  })),
  {
    route: 'GET /api/v2/assets/:uid/odata/:set/:below/:further',
    ask: (story) => owner(story).get(api(story, `odata/Submissions(${story.submissionId})/child/$count`)),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/data/:id',
    ask: (story) => owner(story).delete(api(story, `data/${story.submissionId}/`)),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/data/bulk',
    ask: (story) =>
      owner(story)
        .delete(api(story, 'data/bulk/'))
        .send({ payload: { confirm: true } }),
  },
  {
    route: 'GET /api/v2/assets/:uid.xls',
    ask: (story) => owner(story).get(`/api/v2/assets/${story.uid}.xls`).responseType('blob'),
    // Bytes of an archive; what they hold is read in test/e2e/asset-rendering.
    body: ({ body }) => (body as Buffer).toString('latin1', 0, 2),
  },
  {
    route: 'GET /api/v2/assets/:uid.xml',
    ask: (story) => owner(story).get(`/api/v2/assets/${story.uid}.xml`),
  },
  {
    route: 'GET /api/v2/assets/:uid.ssjson',
    ask: (story) => owner(story).get(`/api/v2/assets/${story.uid}.ssjson`),
  },
  {
    route: 'GET /api/v2/assets/:uid/content',
    ask: (story) => owner(story).get(api(story, 'content/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/valid_content',
    ask: (story) => owner(story).get(api(story, 'valid_content/')),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/permission-assignments/:assignment',
    ask: (story) => owner(story).delete(story.assignment),
  },
  {
    route: 'POST /api/v2/assets/:uid/permission-assignments/bulk',
    ask: (story) =>
      owner(story)
        .post(api(story, 'permission-assignments/bulk/'))
        .send([
          { user: '/api/v2/users/asha/', permission: '/api/v2/permissions/view_asset/' },
          partialAssignment('manager', { change_submissions: [{ _submitted_by: 'owner' }] }),
        ]),
  },
  {
    route: 'PATCH /api/v2/assets/:uid/permission-assignments/clone',
    ask: (story) =>
      owner(story).patch(api(story, 'permission-assignments/clone/')).send({ clone_from: story.uid }),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/permission-assignments/bulk',
    ask: (story) =>
      owner(story).delete(api(story, 'permission-assignments/bulk/')).send({ username: 'asha' }),
  },
  {
    route: 'POST /api/v2/project-ownership/invites',
    ask: (story) =>
      owner(story)
        .post('/api/v2/project-ownership/invites/')
        .send({ recipient: '/api/v2/users/manager/', assets: [story.uid] }),
    remember: (story, { body }) => {
      story.invite = new URL(body.url as string).pathname;
      story.transfer = new URL(body.transfers[0].url as string).pathname;
    },
  },
  {
    route: 'GET /api/v2/project-ownership/invites',
    ask: ({ app }) => app.as('manager').get('/api/v2/project-ownership/invites/'),
  },
  {
    route: 'GET /api/v2/project-ownership/invites/:invite',
    ask: (story) => owner(story).get(story.invite),
  },
  {
    route: 'GET /api/v2/project-ownership/invites/:invite/transfers/:transfer',
    ask: (story) => owner(story).get(story.transfer),
  },
  {
    route: 'PATCH /api/v2/project-ownership/invites/:invite',
    ask: (story) => owner(story).patch(story.invite).send({ status: 'cancelled' }),
  },
  {
    route: 'DELETE /api/v2/project-ownership/invites/:invite',
    ask: (story) => owner(story).delete(story.invite),
  },
  {
    route: 'POST /api/v2/asset_snapshots',
    ask: (story) =>
      owner(story)
        .post('/api/v2/asset_snapshots/')
        .send({ asset: api(story) }),
    remember: (story, { body }) => {
      story.snapshot = new URL(body.url as string).pathname;
    },
  },
  {
    route: 'GET /api/v2/asset_snapshots',
    ask: (story) => owner(story).get('/api/v2/asset_snapshots/'),
  },
  {
    route: 'GET /api/v2/asset_snapshots/:snapshot',
    ask: (story) => owner(story).get(story.snapshot),
  },
  {
    route: 'GET /api/v2/asset_snapshots/:snapshot.xml',
    ask: ({ app, snapshot }) => app.as(ANONYMOUS).get(snapshot.replace(/\/$/, '.xml')),
  },
  {
    route: 'GET /api/v2/asset_snapshots/:snapshot/xml_with_disclaimer',
    ask: ({ app, snapshot }) => app.as(ANONYMOUS).get(`${snapshot}xml_with_disclaimer/`),
  },
  ...SNAPSHOT_CHAPTERS,
  {
    route: 'DELETE /api/v2/asset_snapshots/:snapshot',
    ask: (story) => owner(story).delete(story.snapshot),
  },
  {
    route: 'POST /api/v2/imports',
    ask: (story) =>
      owner(story)
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
    remember: (story, { body }) => {
      story.import = body.uid as string;
    },
  },
  {
    route: 'GET /api/v2/imports/:import',
    ask: (story) => owner(story).get(`/api/v2/imports/${story.import}/`),
    until: ({ body }) => body.status === 'complete' || body.status === 'error',
  },
  { route: 'GET /api/v2/imports', ask: (story) => owner(story).get('/api/v2/imports/') },
  { route: 'DELETE /api/v2/assets/:uid', ask: (story) => owner(story).delete(api(story)) },
  {
    route: 'DELETE /api/v2/users/:username/credentials/:credential',
    ask: ({ app }) => app.as('manager').delete('/api/v2/users/owner/credentials/default/'),
  },
  {
    route: 'DELETE /api/v2/users/:username/credentials',
    ask: ({ app }) => app.as('manager').delete('/api/v2/users/owner/credentials/'),
  },
];

/** The routes that the story tells of. */
export const TOLD_ROUTES: readonly string[] = STORY.map(({ route }) => route);

/** Name of the golden file of a route: `GET api.v2.assets.{uid}.json`. */
export function goldenName(route: string): string {
  const [method, path] = route.split(' ') as [string, string];
  return `${method} ${path
    .slice(1)
    .replaceAll('/', '.')
    .replace(/:(\w+)/g, '{$1}')}.json`;
}

/** Asks every route once, on an empty service. @returns the text of each golden file by its name */
export async function recordGoldens(app: TestApp): Promise<Map<string, string>> {
  for (const username of ['owner', 'leaver']) await app.addUser(username);
  await app.addUser('manager', { superuser: true });
  const [leaver] = await app.rows<{ uid: string }>(
    `SELECT extra_details_uid AS uid FROM app_user WHERE username = 'leaver'`,
  );
  const story: Story = {
    app,
    uid: '',
    submissionId: 0,
    attachment: '',
    file: '',
    version: '',
    assignment: '',
    import: '',
    ...{ export: '', exported: '', setting: '' },
    invite: '',
    transfer: '',
    snapshot: '',
    hook: '',
    log: '',
    pairing: '',
    subscription: '',
    collectorLink: { path: '', link: '' },
    collection: await publicCollection(app),
    token: '',
    application: { path: '', client_id: '', client_secret: '' },
    leaver: leaver!.uid,
  };
  const files = new Map<string, string>();
  for (const { route, ask, remember, body, until } of STORY) {
    const answer =
      until === undefined
        ? await ask(story)
        : await eventually(
            async () => ask(story),
            (each) => until(each),
          );
    remember?.(story, answer);
    const headers = Object.fromEntries(
      HEADERS.flatMap((name) => (answer.headers[name] === undefined ? [] : [[name, answer.headers[name]]])),
    );
    const golden = {
      status: answer.status,
      headers,
      body: body === undefined ? bodyOf(answer) : body(answer),
    };
    files.set(goldenName(route), `${JSON.stringify(withPlaceholders(golden, app.origin), undefined, 2)}\n`);
  }
  return files;
}

/** @returns its uid */
async function publicCollection(app: TestApp): Promise<string> {
  const values = { asset_type: 'collection', name: 'Library' };
  const { body } = await app.as('owner').post('/api/v2/assets/').send(values);
  const { uid } = body as { uid: string };
  await grant(app, uid, ANONYMOUS, ['discover_asset']);
  return uid;
}

/** JSON as it is, text in lines, bytes as text. */
function bodyOf(answer: Response): unknown {
  const type = answer.headers['content-type'] ?? '';
  if (type === 'application/json') return answer.body as unknown;
  if (Buffer.isBuffer(answer.body)) return answer.body.toString('utf8');
  return (answer.text ?? '') === '' ? null : answer.text.split('\n');
}
