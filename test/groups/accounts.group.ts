import { runGroup } from './run-group';

runGroup(
  'test/e2e/account',
  'test/e2e/authentication',
  'test/e2e/credential',
  'test/e2e/in-app-message',
  'test/e2e/mfa',
  'test/e2e/oauth',
  'test/e2e/session',
  'test/integration/account',
);
