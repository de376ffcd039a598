import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Environment } from '../config/environment';
import { Readiness } from './readiness';

const DRAIN_TIMEOUT_MS = 6_000;
const IDLE_CHECK_INTERVAL_MS = 50;

/** Graceful shutdown: fails readiness for load balancers, drains connections, then stops jobs and the database. */
export async function shutDownGracefully(app: NestExpressApplication): Promise<void> {
  app.get(Readiness).beginShutdown();
  await pause(app.get(Environment).STOP_NOTICE_MS);
  await drain(app.getHttpServer());
  await app.close();
}

async function drain(server: Server): Promise<void> {
  const idleCheck = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS);
  const timeout = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  await new Promise((closed) => server.close(closed));
  clearInterval(idleCheck);
  clearTimeout(timeout);
}
