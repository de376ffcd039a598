import { serveTasks } from '../../workers/pool/serve-tasks';
import { type LargeJson, readLargeJson } from './read-json';

serveTasks((json) => readLargeJson(json as LargeJson));
