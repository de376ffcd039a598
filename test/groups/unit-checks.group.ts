import { runGroup } from './run-group';

runGroup('test/check');
