import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Environment } from '../config/environment';
import { Lifecycle } from './lifecycle';

/** Requests in flight have this long to end. */
const LONGEST_DRAIN_MS = 6_000;
/** A connection is closed so soon after its last answer. */
const LOOK_EVERY_MS = 50;

/** Readiness first, so that who has not asked yet looks elsewhere, then the port, then what waits for requests no more: jobs, caches, the database. */
export async function closeService(app: NestExpressApplication): Promise<void> {
  app.get(Lifecycle).stop();
  await pause(app.get(Environment).STOP_NOTICE_MS);
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
