import { DataSource } from 'typeorm';
import type { TestApp } from './app';

/** How many statements the service sends to the database while `work` runs, those of timers included. */
export async function countQueries(app: TestApp, work: () => Promise<void>): Promise<number> {
  const { logger } = app.nest.get(DataSource);
  let queries = 0;
  const before = logger.logQuery.bind(logger);
  logger.logQuery = () => {
    queries += 1;
  };
  try {
    await work();
    return queries;
  } finally {
    logger.logQuery = before;
  }
}
