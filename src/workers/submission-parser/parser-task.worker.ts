import { serveTasks } from '../pool/serve-tasks';
import { type ParserTask, runParserTask } from './parser-task';

serveTasks((task) => runParserTask(task as ParserTask));
