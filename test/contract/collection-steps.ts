import { submission } from '../factories/submission.factory';
import { ANONYMOUS } from '../support/app';
import { api, type Step, INSTANCE, owner, type Scenario, xml } from './scenario';

const BY_LINK = '6b7e0c1a-5c0f-4f0e-9d0b-0d7b4c1f2a3f';
const BY_API = '6b7e0c1a-5c0f-4f0e-9d0b-0d7b4c1f2a40';

const byLink = ({ app, collectorLink }: Scenario, below: string) =>
  app.as(ANONYMOUS).get(`${collectorLink.link}/${below}`);
const file = (scenario: Scenario, below: string): string => api(scenario, below).replace(/\/$/, '');
const row = (scenario: Scenario, below = ''): string =>
  api(scenario, `data/${scenario.submissionId}/${below}`);
const snapshot = (scenario: Scenario, below: string): string => `${scenario.snapshot}${below}`;

/** Requests with a collector link, while the form has a media file. */
export const COLLECTOR_STEPS: readonly Step[] = [
  {
    route: 'POST /api/v2/assets/:uid/collector-links',
    send: (scenario) => owner(scenario).post(api(scenario, 'collector-links/')).send({ name: 'Volunteers' }),
    capture: (scenario, { body }) => {
      const { url, link } = body as { url: string; link: string };
      scenario.collectorLink = { path: new URL(url).pathname, link: new URL(link).pathname };
    },
  },
  {
    route: 'GET /api/v2/assets/:uid/collector-links',
    send: (scenario) => owner(scenario).get(api(scenario, 'collector-links/')),
  },
  { route: 'GET /collector/:link/formList', send: (scenario) => byLink(scenario, 'formList') },
  {
    route: 'HEAD /collector/:link/formList',
    send: ({ app, collectorLink }) => app.as(ANONYMOUS).head(`${collectorLink.link}/formList`),
  },
  {
    route: 'GET /collector/:link/forms/:form/form.xml',
    send: (scenario) => byLink(scenario, `forms/${scenario.uid}/form.xml`),
  },
  {
    route: 'GET /collector/:link/xformsManifest/:form',
    send: (scenario) => byLink(scenario, `xformsManifest/${scenario.uid}`),
  },
  {
    route: 'GET /collector/:link/xformsMedia/:form/:file',
    send: (scenario) => byLink(scenario, `xformsMedia/${scenario.uid}/${scenario.file}.png`),
  },
  {
    route: 'HEAD /collector/:link/submission',
    send: ({ app, collectorLink }) => app.as(ANONYMOUS).head(`${collectorLink.link}/submission`),
  },
];

/** Other representations of submissions, and more submissions. */
export const SUBMISSION_STEPS: readonly Step[] = [
  {
    route: 'GET /api/v2/assets/:uid/data.geojson',
    send: (scenario) => owner(scenario).get(file(scenario, 'data.geojson')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data.xml',
    send: (scenario) => owner(scenario).get(file(scenario, 'data.xml')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id.geojson',
    send: (scenario) => owner(scenario).get(file(scenario, `data/${scenario.submissionId}.geojson`)),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id.xml',
    send: (scenario) => owner(scenario).get(file(scenario, `data/${scenario.submissionId}.xml`)),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/history',
    send: (scenario) => owner(scenario).get(row(scenario, 'history/')),
  },
  {
    route: 'POST /api/v2/assets/:uid/data/:id/notes',
    send: (scenario) => owner(scenario).post(row(scenario, 'notes/')).send({ body: 'Which well?' }),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/notes',
    send: (scenario) => owner(scenario).get(row(scenario, 'notes/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/files',
    send: (scenario) => owner(scenario).get(row(scenario, 'files/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/edit',
    send: (scenario) => owner(scenario).get(row(scenario, 'edit/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/enketo/edit',
    send: (scenario) => owner(scenario).get(row(scenario, 'enketo/edit/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/enketo/view',
    send: (scenario) => owner(scenario).get(row(scenario, 'enketo/view/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/enketo/redirect/edit',
    send: (scenario) => owner(scenario).get(row(scenario, 'enketo/redirect/edit/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/enketo/redirect/view',
    send: (scenario) => owner(scenario).get(row(scenario, 'enketo/redirect/view/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/attachments',
    send: (scenario) => owner(scenario).get(row(scenario, 'attachments/?xpath=photo')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/attachments.mp3',
    send: (scenario) => owner(scenario).get(row(scenario, 'attachments.mp3?xpath=photo')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/attachments/:attachment.mp3',
    send: (scenario) =>
      owner(scenario).get(
        file(scenario, `data/${scenario.submissionId}/attachments/${scenario.attachment}.mp3`),
      ),
  },
  {
    route: 'GET /view/submissionList',
    send: (scenario) => owner(scenario).get(`/view/submissionList?formId=${scenario.uid}`),
  },
  {
    route: 'GET /view/downloadSubmission',
    send: (scenario) =>
      owner(scenario)
        .get('/view/downloadSubmission')
        .query({
          formId: `${scenario.uid}[@version=null and @uiVersion=null]/${scenario.uid}[@key=uuid:${INSTANCE}]`,
        }),
  },
  {
    route: 'GET /:username/view/submissionList',
    send: (scenario) => owner(scenario).get(`/owner/view/submissionList?formId=${scenario.uid}`),
  },
  {
    route: 'GET /:username/view/downloadSubmission',
    send: (scenario) => owner(scenario).get('/owner/view/downloadSubmission'),
  },
  { route: 'GET /api/v2/asset_usage', send: (scenario) => owner(scenario).get('/api/v2/asset_usage/') },
  { route: 'GET /api/v2/service_usage', send: (scenario) => owner(scenario).get('/api/v2/service_usage/') },
  {
    route: 'DELETE /api/v2/assets/:uid/attachments/:attachment',
    send: (scenario) => owner(scenario).delete(api(scenario, `attachments/${scenario.attachment}/`)),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/attachments/bulk',
    send: (scenario) =>
      owner(scenario)
        .delete(api(scenario, 'attachments/bulk/'))
        .send({ submission_root_uuids: [INSTANCE] }),
  },
  {
    route: 'POST /collector/:link/submission',
    send: (scenario) =>
      submission(
        scenario.app.as(ANONYMOUS),
        xml(scenario, BY_LINK),
        [],
        `${scenario.collectorLink.link}/submission`,
      ),
  },
  {
    route: 'POST /api/v2/assets/:uid/data',
    send: (scenario) =>
      owner(scenario)
        .post(api(scenario, 'data/'))
        .send({
          submission: {
            person: { name: 'Asha' },
            consent: 'yes',
            meta: { instanceID: `uuid:${BY_API}` },
          },
        }),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/collector-links/:link',
    send: (scenario) => owner(scenario).delete(scenario.collectorLink.path),
  },
];

/** Requests of web forms that edit submissions. */
export const SNAPSHOT_STEPS: readonly Step[] = [
  {
    route: 'GET /api/v2/asset_snapshots/:snapshot/formList',
    send: (scenario) => scenario.app.as(ANONYMOUS).get(snapshot(scenario, 'formList')),
  },
  {
    route: 'HEAD /api/v2/asset_snapshots/:snapshot/formList',
    send: (scenario) => scenario.app.as(ANONYMOUS).head(snapshot(scenario, 'formList')),
  },
  {
    route: 'GET /api/v2/asset_snapshots/:snapshot/manifest',
    send: (scenario) => owner(scenario).get(snapshot(scenario, 'manifest')),
  },
  {
    route: 'GET /api/v2/asset_snapshots/:snapshot/preview',
    send: (scenario) => owner(scenario).get(snapshot(scenario, 'preview/')),
  },
  {
    route: 'HEAD /api/v2/asset_snapshots/:snapshot/submission',
    send: (scenario) => owner(scenario).head(snapshot(scenario, 'submission')),
  },
  {
    route: 'POST /api/v2/asset_snapshots/:snapshot/submission',
    send: (scenario) =>
      submission(owner(scenario), xml(scenario, BY_LINK), [], snapshot(scenario, 'submission')),
  },
];
