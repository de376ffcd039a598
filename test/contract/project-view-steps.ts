import type { Scenario, Step } from './scenario';

const superuser = ({ app }: Scenario) => app.as('manager');
const at = ({ view }: Scenario, below = ''): string => `/api/v2/project-views/${view}/${below}`;

const read = (below: string): Step => ({
  route: `GET /api/v2/project-views/:view/${below}`,
  send: (scenario) => superuser(scenario).get(at(scenario, `${below}/?limit=1`)),
  ...(below === 'users' && { body: ({ body }) => ({ ...body, next: null }) as unknown }),
});

export const PROJECT_VIEW_STEPS: readonly Step[] = [
  {
    route: 'POST /api/v2/project-views',
    send: (scenario) =>
      superuser(scenario)
        .post('/api/v2/project-views/')
        .send({ name: 'All', countries: ['*'], permissions: ['view_asset'], assigned_users: ['owner'] }),
    capture: (scenario, { body }) => {
      scenario.view = body.uid as string;
    },
  },
  {
    route: 'GET /api/v2/project-views',
    send: (scenario) => superuser(scenario).get('/api/v2/project-views/'),
  },
  {
    route: 'PATCH /api/v2/project-views/:view',
    send: (scenario) => superuser(scenario).patch(at(scenario)).send({ name: 'Everywhere' }),
  },
  { route: 'GET /api/v2/project-views/:view', send: (scenario) => superuser(scenario).get(at(scenario)) },
  read('assets'),
  read('assets/counts'),
  read('assets/minimal-list'),
  read('users'),
  ...['assets', 'users'].flatMap((list): Step[] => [
    {
      route: `POST /api/v2/project-views/:view/${list}/export`,
      send: (scenario) => superuser(scenario).post(at(scenario, `${list}/export/`)),
    },
    {
      route: `GET /api/v2/project-views/:view/${list}/export`,
      send: (scenario) => superuser(scenario).get(at(scenario, `${list}/export/`)),
    },
    {
      route: `GET /api/v2/project-views/:view/${list}/export.csv`,
      send: (scenario) => superuser(scenario).get(at(scenario, `${list}/export.csv`)),
      body: ({ text }) => text.split('\r\n')[0],
    },
  ]),
  {
    route: 'DELETE /api/v2/project-views/:view',
    send: (scenario) => superuser(scenario).delete(at(scenario)),
  },
];
