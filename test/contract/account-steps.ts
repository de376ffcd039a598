import type { Test } from 'supertest';
import { ANONYMOUS, PASSWORD } from '../support/app';
import { basic } from '../support/basic';
import { owner, type Scenario, type Step } from './scenario';

const manager = ({ app }: Scenario) => app.as('manager');

/** Credentials are managed with the password, not with a token. */
const withPassword = ({ app }: Scenario, method: 'get' | 'post' | 'delete', path: string): Test =>
  app.as(ANONYMOUS)[method](path).set('Authorization', basic('owner', PASSWORD));

const mfa = (action: string, code: string): Step => ({
  route: `POST /api/v2/auth/:method/${action}`,
  send: (scenario) => withPassword(scenario, 'post', `/api/v2/auth/app/${action}/`).send({ code }),
});

export const ACCOUNT_STEPS: readonly Step[] = [
  {
    route: 'GET /api/v2/auth/mfa/user-methods',
    send: (scenario) => owner(scenario).get('/api/v2/auth/mfa/user-methods/'),
  },
  {
    route: 'POST /api/v2/auth/:method/activate',
    send: (scenario) => withPassword(scenario, 'post', '/api/v2/auth/app/activate/').send({}),
    body: ({ body }) => JSON.parse(JSON.stringify(body).replace(/secret=\w+/, 'secret={secret}')) as unknown,
  },
  mfa('activate/confirm', '000000'),
  mfa('codes/regenerate', '000000'),
  mfa('deactivate', '000000'),
  {
    route: 'GET /api/v2/users/:username/mfa',
    send: (scenario) => manager(scenario).get('/api/v2/users/owner/mfa/'),
  },
  {
    route: 'PATCH /api/v2/users/:username/mfa',
    send: (scenario) => manager(scenario).patch('/api/v2/users/owner/mfa/').send({ is_required: false }),
  },
  {
    route: 'DELETE /api/v2/users/:username/mfa',
    send: (scenario) => manager(scenario).delete('/api/v2/users/owner/mfa/'),
  },
  {
    route: 'POST /api/v2/users/:username/password-reset',
    send: (scenario) => manager(scenario).post('/api/v2/users/owner/password-reset/'),
    body: ({ body }) => Object.keys(body as object),
  },
  {
    route: 'POST /api/v2/password-resets',
    send: ({ app }) =>
      app.as(ANONYMOUS).post('/api/v2/password-resets/').send({ key: 'unknown', new_password: PASSWORD }),
  },
  {
    route: 'POST /api/v2/password-resets/requests',
    send: ({ app }) =>
      app.as(ANONYMOUS).post('/api/v2/password-resets/requests/').send({ username: 'owner' }),
  },
  {
    route: 'POST /me/emails',
    send: (scenario) => withPassword(scenario, 'post', '/me/emails/').send({ email: 'new@example.org' }),
  },
  {
    route: 'DELETE /me/emails',
    send: (scenario) => withPassword(scenario, 'delete', '/me/emails/'),
  },
  {
    route: 'POST /api/v2/email-confirmations',
    send: ({ app }) => app.as(ANONYMOUS).post('/api/v2/email-confirmations/').send({ key: 'unknown' }),
  },
  {
    route: 'GET /api/v2/users/:username/service_usage',
    send: (scenario) => manager(scenario).get('/api/v2/users/owner/service_usage/'),
  },
  {
    route: 'GET /api/v2/jobs',
    send: (scenario) => manager(scenario).get('/api/v2/jobs/'),
    body: ({ body }) => Object.keys(body as object),
  },
  {
    route: 'POST /api/v2/jobs/:job/retry',
    send: (scenario) => manager(scenario).post('/api/v2/jobs/999999/retry/'),
  },
  {
    route: 'GET /api/v2/announcements',
    send: (scenario) => manager(scenario).get('/api/v2/announcements/'),
  },
  {
    route: 'POST /api/v2/announcements',
    send: (scenario) => manager(scenario).post('/api/v2/announcements/').send({ title: 'Maintenance' }),
  },
  {
    route: 'DELETE /api/v2/announcements/:announcement',
    send: (scenario) => manager(scenario).delete('/api/v2/announcements/unknown/'),
  },
  {
    route: 'GET /me/credentials',
    send: (scenario) => withPassword(scenario, 'get', '/me/credentials/'),
    body: ({ body }) => Object.keys(body as object),
  },
  {
    route: 'DELETE /me/credentials/:credential',
    send: (scenario) => withPassword(scenario, 'delete', '/me/credentials/unknown/'),
  },
  {
    route: 'GET /help/in_app_messages',
    send: (scenario) => owner(scenario).get('/help/in_app_messages/'),
    body: ({ body }) => Object.keys(body as object),
  },
  {
    route: 'GET /help/in_app_messages/:message',
    send: (scenario) => owner(scenario).get('/help/in_app_messages/unknown/'),
  },
  {
    route: 'PATCH /help/in_app_messages/:message',
    send: (scenario) =>
      owner(scenario)
        .patch('/help/in_app_messages/unknown/')
        .send({ interactions: { acknowledged: true } }),
  },
];
