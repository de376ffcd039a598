import { serveTasks } from '../pool/serve-tasks';
import { writeParquet } from './write-parquet';
import { writeSqlite } from './write-sqlite';
import type { TableJob } from './table-rows';

serveTasks((task) => {
  const job = task as TableJob;
  return job.type === 'sqlite' ? writeSqlite(job) : writeParquet(job);
});
