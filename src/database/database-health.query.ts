import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { UnavailableError } from '../domain/errors';

/** Who asks whether the service is ready has less patience than who asks it for something. */
const LONGEST_MS = 2_000;

/** Whether the database is there, for whoever watches the process. */
@Injectable()
export class DatabaseHealthQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** @throws UnavailableError when the database does not answer soon */
  async probe(): Promise<void> {
    const waiting = new AbortController();
    const late = pause(LONGEST_MS, false, { signal: waiting.signal }).catch(() => false);
    const answer = this.dataSource.query('SELECT 1').then(
      () => true,
      () => false,
    );
    const isThere = await Promise.race([answer, late]);
    waiting.abort();
    if (!isThere) throw new UnavailableError('The database does not answer.');
  }
}
