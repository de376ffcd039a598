import { submission } from '../factories/submission.factory';
import { ANONYMOUS } from '../support/app';
import { api, type Chapter, INSTANCE, owner, type Story, xml } from './story';

const BY_LINK = '6b7e0c1a-5c0f-4f0e-9d0b-0d7b4c1f2a3f';
const BY_PROGRAM = '6b7e0c1a-5c0f-4f0e-9d0b-0d7b4c1f2a40';

const byLink = ({ app, collectorLink }: Story, below: string) =>
  app.as(ANONYMOUS).get(`${collectorLink.link}/${below}`);
const file = (story: Story, below: string): string => api(story, below).replace(/\/$/, '');
const row = (story: Story, below = ''): string => api(story, `data/${story.submissionId}/${below}`);
const snapshot = (story: Story, below: string): string => `${story.snapshot}${below}`;

/** What collectors with a link of their own are given, while the form has a file. */
export const COLLECTOR_CHAPTERS: readonly Chapter[] = [
  {
    route: 'POST /api/v2/assets/:uid/collector-links',
    ask: (story) => owner(story).post(api(story, 'collector-links/')).send({ name: 'Volunteers' }),
    remember: (story, { body }) => {
      const { url, link } = body as { url: string; link: string };
      story.collectorLink = { path: new URL(url).pathname, link: new URL(link).pathname };
    },
  },
  {
    route: 'GET /api/v2/assets/:uid/collector-links',
    ask: (story) => owner(story).get(api(story, 'collector-links/')),
  },
  { route: 'GET /collector/:link/formList', ask: (story) => byLink(story, 'formList') },
  {
    route: 'HEAD /collector/:link/formList',
    ask: ({ app, collectorLink }) => app.as(ANONYMOUS).head(`${collectorLink.link}/formList`),
  },
  {
    route: 'GET /collector/:link/forms/:form/form.xml',
    ask: (story) => byLink(story, `forms/${story.uid}/form.xml`),
  },
  {
    route: 'GET /collector/:link/xformsManifest/:form',
    ask: (story) => byLink(story, `xformsManifest/${story.uid}`),
  },
  {
    route: 'GET /collector/:link/xformsMedia/:form/:file',
    ask: (story) => byLink(story, `xformsMedia/${story.uid}/${story.file}.png`),
  },
  {
    route: 'HEAD /collector/:link/submission',
    ask: ({ app, collectorLink }) => app.as(ANONYMOUS).head(`${collectorLink.link}/submission`),
  },
];

/** What came in, read in other ways, and more of it. */
export const COLLECTED_CHAPTERS: readonly Chapter[] = [
  {
    route: 'GET /api/v2/assets/:uid/data.geojson',
    ask: (story) => owner(story).get(file(story, 'data.geojson')),
  },
  { route: 'GET /api/v2/assets/:uid/data.xml', ask: (story) => owner(story).get(file(story, 'data.xml')) },
  {
    route: 'GET /api/v2/assets/:uid/data/:id.geojson',
    ask: (story) => owner(story).get(file(story, `data/${story.submissionId}.geojson`)),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id.xml',
    ask: (story) => owner(story).get(file(story, `data/${story.submissionId}.xml`)),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/history',
    ask: (story) => owner(story).get(row(story, 'history/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/files',
    ask: (story) => owner(story).get(row(story, 'files/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/edit',
    ask: (story) => owner(story).get(row(story, 'edit/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/enketo/edit',
    ask: (story) => owner(story).get(row(story, 'enketo/edit/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/enketo/view',
    ask: (story) => owner(story).get(row(story, 'enketo/view/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/enketo/redirect/edit',
    ask: (story) => owner(story).get(row(story, 'enketo/redirect/edit/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/enketo/redirect/view',
    ask: (story) => owner(story).get(row(story, 'enketo/redirect/view/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/attachments',
    ask: (story) => owner(story).get(row(story, 'attachments/?xpath=photo')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/attachments.mp3',
    ask: (story) => owner(story).get(row(story, 'attachments.mp3?xpath=photo')),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/attachments/:attachment.mp3',
    ask: (story) =>
      owner(story).get(file(story, `data/${story.submissionId}/attachments/${story.attachment}.mp3`)),
  },
  {
    route: 'GET /view/submissionList',
    ask: (story) => owner(story).get(`/view/submissionList?formId=${story.uid}`),
  },
  {
    route: 'GET /view/downloadSubmission',
    ask: (story) =>
      owner(story)
        .get('/view/downloadSubmission')
        .query({
          formId: `${story.uid}[@version=null and @uiVersion=null]/${story.uid}[@key=uuid:${INSTANCE}]`,
        }),
  },
  {
    route: 'GET /:username/view/submissionList',
    ask: (story) => owner(story).get(`/owner/view/submissionList?formId=${story.uid}`),
  },
  {
    route: 'GET /:username/view/downloadSubmission',
    ask: (story) => owner(story).get('/owner/view/downloadSubmission'),
  },
  { route: 'GET /api/v2/asset_usage', ask: (story) => owner(story).get('/api/v2/asset_usage/') },
  { route: 'GET /api/v2/service_usage', ask: (story) => owner(story).get('/api/v2/service_usage/') },
  {
    route: 'DELETE /api/v2/assets/:uid/attachments/:attachment',
    ask: (story) => owner(story).delete(api(story, `attachments/${story.attachment}/`)),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/attachments/bulk',
    ask: (story) =>
      owner(story)
        .delete(api(story, 'attachments/bulk/'))
        .send({ submission_root_uuids: [INSTANCE] }),
  },
  {
    route: 'POST /collector/:link/submission',
    ask: (story) =>
      submission(story.app.as(ANONYMOUS), xml(story, BY_LINK), [], `${story.collectorLink.link}/submission`),
  },
  {
    route: 'POST /api/v2/assets/:uid/data',
    ask: (story) =>
      owner(story)
        .post(api(story, 'data/'))
        .send({
          submission: {
            person: { name: 'Asha' },
            consent: 'yes',
            meta: { instanceID: `uuid:${BY_PROGRAM}` },
          },
        }),
  },
  {
    route: 'DELETE /api/v2/assets/:uid/collector-links/:link',
    ask: (story) => owner(story).delete(story.collectorLink.path),
  },
];

/** What web forms are given that edit submissions. */
export const SNAPSHOT_CHAPTERS: readonly Chapter[] = [
  {
    route: 'GET /api/v2/asset_snapshots/:snapshot/formList',
    ask: (story) => story.app.as(ANONYMOUS).get(snapshot(story, 'formList')),
  },
  {
    route: 'HEAD /api/v2/asset_snapshots/:snapshot/formList',
    ask: (story) => story.app.as(ANONYMOUS).head(snapshot(story, 'formList')),
  },
  {
    route: 'GET /api/v2/asset_snapshots/:snapshot/manifest',
    ask: (story) => owner(story).get(snapshot(story, 'manifest')),
  },
  {
    route: 'GET /api/v2/asset_snapshots/:snapshot/preview',
    ask: (story) => owner(story).get(snapshot(story, 'preview/')),
  },
  {
    route: 'HEAD /api/v2/asset_snapshots/:snapshot/submission',
    ask: (story) => owner(story).head(snapshot(story, 'submission')),
  },
  {
    route: 'POST /api/v2/asset_snapshots/:snapshot/submission',
    ask: (story) => submission(owner(story), xml(story, BY_LINK), [], snapshot(story, 'submission')),
  },
];
