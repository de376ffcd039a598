import { runGroup } from './run-group';

runGroup('test/e2e/backup', 'test/e2e/cli', 'test/e2e/health');
