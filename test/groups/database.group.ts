import { runGroup } from './run-group';

runGroup('test/integration/database', 'test/integration/query');
