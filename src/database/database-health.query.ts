import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { UnavailableError } from '../domain/errors';

/** Shorter than usual: load balancers expect a quick health check. */
const PROBE_TIMEOUT_MS = 2_000;

@Injectable()
export class DatabaseHealthQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** @throws UnavailableError when the database does not respond within 2 s */
  async probe(): Promise<void> {
    const timer = new AbortController();
    const timeout = pause(PROBE_TIMEOUT_MS, false, { signal: timer.signal }).catch(() => false);
    const response = this.dataSource.query('SELECT 1').then(
      () => true,
      () => false,
    );
    const isUp = await Promise.race([response, timeout]);
    timer.abort();
    if (!isUp) throw new UnavailableError('The database does not respond. Retry.');
  }
}
