import { owner, type Step } from './scenario';

/** A forbidden internal address: nothing is sent. */
const SENT = { source: 'http://127.0.0.1:9', token: '0123456789', assets: ['aBeA23YCYjkGTFvYVHuAyU'] };
const UNKNOWN = '/api/v2/migrations/munknown/';

/** Requests on moves from other servers; specs of the module have a second server. */
export const MIGRATION_STEPS: readonly Step[] = [
  {
    route: 'POST /api/v2/migrations/sources',
    send: (scenario) => owner(scenario).post('/api/v2/migrations/sources/').send(SENT),
  },
  {
    route: 'POST /api/v2/migrations',
    send: (scenario) => owner(scenario).post('/api/v2/migrations/').send(SENT),
  },
  { route: 'GET /api/v2/migrations', send: (scenario) => owner(scenario).get('/api/v2/migrations/') },
  { route: 'GET /api/v2/migrations/:migration', send: (scenario) => owner(scenario).get(UNKNOWN) },
  { route: 'DELETE /api/v2/migrations/:migration', send: (scenario) => owner(scenario).delete(UNKNOWN) },
];
