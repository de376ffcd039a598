import { serveTasks } from '../pool/serve-tasks';
import { carryOut, type ExportTask } from './export-work';

serveTasks(
  (task) => carryOut(task as ExportTask),
  (error) => (error instanceof Error ? error.message : String(error)),
);
