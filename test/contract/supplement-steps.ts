import { api, INSTANCE, owner, type Scenario, type Step } from './scenario';

const QUESTION = '0f6b1c52-8a3d-4b0e-9f50-6d1f1e6a2b3c';
const FORMAT = { _version: '20250820' };
const QUESTIONS = [{ type: 'qualTags', uuid: QUESTION, labels: { _default: 'Topics' } }];
const feature = (scenario: Scenario) => api(scenario, `advanced-features/${scenario.feature}/`);

/** Requests on transcripts, translations and qualitative answers. */
export const SUPPLEMENT_STEPS: readonly Step[] = [
  {
    route: 'POST /api/v2/assets/:uid/advanced-features',
    send: (scenario) =>
      owner(scenario)
        .post(api(scenario, 'advanced-features/'))
        .send({ question_xpath: 'photo', action: 'manual_qual', params: QUESTIONS }),
    capture: (scenario, { body }) => {
      scenario.feature = body.uid as string;
    },
  },
  {
    route: 'GET /api/v2/assets/:uid/advanced-features/:feature',
    send: (scenario) => owner(scenario).get(feature(scenario)),
  },
  {
    route: 'PATCH /api/v2/assets/:uid/advanced-features/:feature',
    send: (scenario) =>
      owner(scenario)
        .patch(feature(scenario))
        .send({ params: [{ ...QUESTIONS[0], labels: { _default: 'Themes' } }] }),
  },
  {
    route: 'GET /api/v2/assets/:uid/advanced-features',
    send: (scenario) => owner(scenario).get(api(scenario, 'advanced-features/')),
  },
  {
    route: 'PATCH /api/v2/assets/:uid/data/:id/supplement',
    send: (scenario) =>
      owner(scenario)
        .patch(api(scenario, `data/${INSTANCE}/supplement/`))
        .send({ ...FORMAT, photo: { manual_qual: { uuid: QUESTION, value: ['water', 'roads'] } } }),
  },
  {
    route: 'GET /api/v2/assets/:uid/data/:id/supplement',
    send: (scenario) => owner(scenario).get(api(scenario, `data/${INSTANCE}/supplement/`)),
  },
  {
    route: 'GET /api/v2/assets/:uid/qual-questions/:question/tags',
    send: (scenario) => owner(scenario).get(api(scenario, `qual-questions/${QUESTION}/tags/`)),
  },
  {
    route: 'GET /api/v2/assets/:uid/advanced-features/bulk-actions',
    send: (scenario) => owner(scenario).get(api(scenario, 'advanced-features/bulk-actions/')),
  },
  {
    route: 'POST /api/v2/assets/:uid/advanced-features/bulk-actions',
    send: (scenario) => owner(scenario).post(api(scenario, 'advanced-features/bulk-actions/')).send({}),
  },
];
