import { runGroup } from './run-group';

runGroup('test/e2e/audit', 'test/e2e/authorization', 'test/e2e/ownership', 'test/e2e/permission');
