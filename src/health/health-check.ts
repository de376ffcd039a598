import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { performance } from 'node:perf_hooks';
import { UnavailableError, DomainError } from '../domain/errors';
import { Environment } from '../config/environment';
import { DatabaseHealth } from '../database/database-state';
import { Storage } from '../storage/storage.port';

/** Readiness of the process: ready until shutdown begins. */
@Injectable()
export class Readiness {
  private stopping = false;

  /** Fails readiness, so that load balancers send no more requests while open ones finish. */
  beginShutdown(): void {
    this.stopping = true;
  }

  /** @throws UnavailableError once the process is stopping */
  assertReady(): void {
    if (this.stopping) throw new UnavailableError('The service is stopping. Retry.');
  }

  /** Express middleware: during shutdown each response closes its connection. */
  readonly closeConnections = (_request: Request, response: Response, next: NextFunction): void => {
    if (this.stopping) response.setHeader('Connection', 'close');
    next();
  };
}

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

export interface CheckResult {
  readonly milliseconds: number;
  /** Undefined: it responds. */
  readonly problem: string | undefined;
}

/** Checks of what the process depends on. */
@Injectable()
export class HealthCheck {
  constructor(
    private readonly database: DatabaseHealth,
    private readonly storage: Storage,
  ) {}

  /** @throws UnavailableError with a message for the operator */
  async assertHealthy(): Promise<void> {
    await this.database.probe();
    await this.storage.probe();
  }

  async results(): Promise<{ readonly database: CheckResult; readonly storage: CheckResult }> {
    const [database, storage] = await Promise.all([
      resultOf(() => this.database.probe()),
      resultOf(() => this.storage.probe()),
    ]);
    return { database, storage };
  }
}

async function resultOf(probe: () => Promise<void>): Promise<CheckResult> {
  const started = performance.now();
  let problem: string | undefined;
  try {
    await probe();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    problem = error.message;
  }
  return { milliseconds: Math.round(performance.now() - started), problem };
}
