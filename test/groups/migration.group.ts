import { runGroup } from './run-group';

runGroup('test/e2e/migration');
