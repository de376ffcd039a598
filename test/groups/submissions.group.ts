import { runGroup } from './run-group';

runGroup('test/e2e/submission', 'test/e2e/entity');
