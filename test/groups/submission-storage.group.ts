import { runGroup } from './run-group';

runGroup('test/integration/submission');
