import type { TestApp } from './app';

/** Process of the database server that notifies the service that started last. */
export async function notifyingPid(app: TestApp): Promise<number> {
  const rows = await app.rows<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
      WHERE application_name = 'fieldhouse changes' AND datname = current_database()
      ORDER BY backend_start DESC LIMIT 1`,
  );
  return rows[0]!.pid;
}

/**
 * Makes a change and sends requests to the service that started last, whose notifications are held back until it has
 * received the requests.
 */
export async function withHeldNotifications<Result>(
  last: TestApp,
  change: () => Promise<unknown>,
  request: () => Promise<Result>,
): Promise<Result> {
  const pid = await notifyingPid(last);
  process.kill(pid, 'SIGSTOP');
  try {
    await change();
    const response = request();
    // Served after the requests, and without the database.
    for (let time = 0; time < 3; time += 1) await last.as('anonymous').get('/health/live').expect(200);
    process.kill(pid, 'SIGCONT');
    return await response;
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}
