import { serveTasks } from '../pool/serve-tasks';
import { runExportTask, type ExportWorkerTask } from './export-steps';

serveTasks((task) => runExportTask(task as ExportWorkerTask));
