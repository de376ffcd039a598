import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import { DatabaseHealth } from '../database/database-state';
import { DomainError } from '../domain/errors';
import { Storage } from '../storage/storage.port';

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
