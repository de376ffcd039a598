import { runGroup } from './run-group';

runGroup('test/e2e/hook', 'test/e2e/import', 'test/integration/jobs', 'test/integration/workers');
