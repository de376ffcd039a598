import type { Scenario, Step } from './scenario';
import { api, owner } from './scenario';

const ENTITY = '6b7e0c1a-1111-4222-8333-444455556666';
const at = ({ entityList }: Scenario, below = ''): string => `/api/v2/entity-lists/${entityList}/${below}`;
const entity = `entities/${ENTITY}/`;

export const ENTITY_STEPS: readonly Step[] = [
  {
    route: 'POST /api/v2/entity-lists',
    send: (scenario) =>
      owner(scenario)
        .post('/api/v2/entity-lists/')
        .send({ name: 'households', properties: ['village'] }),
    capture: (scenario, { body }) => {
      scenario.entityList = body.uid as string;
    },
  },
  { route: 'GET /api/v2/entity-lists', send: (scenario) => owner(scenario).get('/api/v2/entity-lists/') },
  {
    route: 'PATCH /api/v2/entity-lists/:list',
    send: (scenario) =>
      owner(scenario)
        .patch(at(scenario))
        .send({ properties: ['village', 'members'] }),
  },
  { route: 'GET /api/v2/entity-lists/:list', send: (scenario) => owner(scenario).get(at(scenario)) },
  {
    route: 'POST /api/v2/entity-lists/:list/entities',
    send: (scenario) =>
      owner(scenario)
        .post(at(scenario, 'entities/'))
        .send({ uuid: ENTITY, label: 'Asha', data: { village: 'Kisumu' } }),
  },
  {
    route: 'PATCH /api/v2/entity-lists/:list/entities/:uuid',
    send: (scenario) =>
      owner(scenario)
        .patch(at(scenario, entity))
        .send({ base_version: 1, data: { members: '4' } }),
  },
  {
    route: 'GET /api/v2/entity-lists/:list/entities/:uuid',
    send: (scenario) => owner(scenario).get(at(scenario, entity)),
  },
  {
    route: 'GET /api/v2/entity-lists/:list/entities/:uuid/versions',
    send: (scenario) => owner(scenario).get(at(scenario, `${entity}versions/`)),
  },
  {
    route: 'GET /api/v2/entity-lists/:list/entities',
    send: (scenario) => owner(scenario).get(at(scenario, 'entities/')),
  },
  {
    route: 'GET /api/v2/entity-lists/:list/entities.csv',
    send: (scenario) => owner(scenario).get(at(scenario, 'entities.csv')),
  },
  ...(
    [
      ['odata', ''],
      ['odata/$metadata', '$metadata'],
      ['odata/:set', 'Entities?$count=true&$select=label,__system/version,village'],
      ['odata/:set/:below', 'Entities/$count'],
    ] as const
  ).map(([route, path]) => ({
    route: `GET /api/v2/entity-lists/:list/${route}`,
    send: (scenario: Scenario) => owner(scenario).get(at(scenario, `odata/${path}`)),
  })),
  {
    route: 'POST /api/v2/entity-lists/:list/entities/bulk',
    send: (scenario) =>
      owner(scenario)
        .post(at(scenario, 'entities/bulk/'))
        .send({ entities: [{ label: 'Baraka' }] }),
  },
  {
    route: 'DELETE /api/v2/entity-lists/:list/entities/:uuid',
    send: (scenario) => owner(scenario).delete(at(scenario, entity)),
  },
  {
    route: 'GET /api/v2/assets/:uid/entity-problems',
    send: (scenario) => owner(scenario).get(api(scenario, 'entity-problems/')),
  },
  {
    route: 'GET /api/v2/assets/:uid/deployment/entity-lists',
    send: (scenario) => owner(scenario).get(api(scenario, 'deployment/entity-lists/')),
  },
  {
    route: 'DELETE /api/v2/entity-lists/:list',
    send: (scenario) => owner(scenario).delete(at(scenario)),
  },
];
