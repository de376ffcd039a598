import { DataSource } from 'typeorm';
import type { TestApp } from './app';
import { isSentByTimer } from './statement-tap';

/** Counts statements that the process of the test sends while `work` sends requests to it, timers excluded. */
export async function countQueries(
  app: TestApp,
  work: (inProcess: TestApp) => Promise<void>,
): Promise<number> {
  const { logger } = app.nest.get(DataSource);
  let queries = 0;
  const before = logger.logQuery.bind(logger);
  logger.logQuery = (text) => {
    if (!isSentByTimer(text)) queries += 1;
  };
  try {
    await work(app.inProcess);
    return queries;
  } finally {
    logger.logQuery = before;
  }
}
