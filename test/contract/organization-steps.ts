import { owner, type Scenario, type Step } from './scenario';

const own = ({ organization }: Scenario, below = ''): string =>
  `/api/v2/organizations/${organization}/${below}`;

const read = (below: string): Step => ({
  route: `GET /api/v2/organizations/:organization/${below}`,
  send: (scenario) => owner(scenario).get(own(scenario, `${below}/`)),
});

/** Requests for the personal organization of the owner, who has one asset. */
export const ORGANIZATION_STEPS: readonly Step[] = [
  {
    route: 'GET /api/v2/organizations',
    send: (scenario) => owner(scenario).get('/api/v2/organizations/'),
    capture: (scenario, { body }) => {
      scenario.organization = body.results[0].id as string;
    },
  },
  {
    route: 'GET /api/v2/organizations/:organization',
    send: (scenario) => owner(scenario).get(own(scenario)),
  },
  {
    route: 'PATCH /api/v2/organizations/:organization',
    send: (scenario) => owner(scenario).patch(own(scenario)).send({ website: 'https://wells.example.org' }),
  },
  {
    route: 'GET /api/v2/organizations/:organization/assets',
    send: (scenario) => owner(scenario).get(own(scenario, 'assets/?limit=1')),
  },
  read('assets/counts'),
  read('assets/minimal-list'),
  read('asset_usage'),
  read('service_usage'),
  read('members'),
  {
    route: 'GET /api/v2/organizations/:organization/members/:username',
    send: (scenario) => owner(scenario).get(own(scenario, 'members/owner/')),
  },
  read('invites'),
];
