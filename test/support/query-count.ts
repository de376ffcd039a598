import { DataSource } from 'typeorm';
import type { TestApp } from './app';
import { isSentByTimer } from './statement-tap';

/** How many statements the service sends to the database while `work` runs, without what its timers send meanwhile. */
export async function countQueries(app: TestApp, work: () => Promise<void>): Promise<number> {
  const { logger } = app.nest.get(DataSource);
  let queries = 0;
  const before = logger.logQuery.bind(logger);
  logger.logQuery = (text) => {
    if (!isSentByTimer(text)) queries += 1;
  };
  try {
    await work();
    return queries;
  } finally {
    logger.logQuery = before;
  }
}
