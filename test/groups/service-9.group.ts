import { runGroup } from './run-group';

runGroup(__filename);
