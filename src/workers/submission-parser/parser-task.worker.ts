import { serveTasks } from '../pool/serve-tasks';
import { describeParserFailure, type ParserTask, runParserTask } from './parser-task';

serveTasks((task) => runParserTask(task as ParserTask), describeParserFailure);
