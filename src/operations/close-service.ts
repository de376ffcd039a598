import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Lifecycle } from './lifecycle';

/** So long the service says that it is not ready, and still takes requests of those who have not asked yet. */
const NOTICE_MS = 400;
/** Requests in flight have this long to end. */
const LONGEST_DRAIN_MS = 6_000;
/** A connection is closed so soon after its last answer. */
const LOOK_EVERY_MS = 50;

/** Readiness first, then the port, then what waits for requests no more: jobs, caches, the database. */
export async function closeService(app: NestExpressApplication): Promise<void> {
  app.get(Lifecycle).stop();
  await pause(NOTICE_MS);
  await drain(app.getHttpServer());
  await app.close();
}

/** Takes no connection any more, and waits for the requests on those that there are. */
async function drain(server: Server): Promise<void> {
  const looking = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  const giveUp = setTimeout(() => server.closeAllConnections(), LONGEST_DRAIN_MS);
  await new Promise((closed) => server.close(closed));
  clearInterval(looking);
  clearTimeout(giveUp);
}
