import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InvalidError } from '../../../domain/errors';
import type { SubmissionSize } from '../../../domain/export/export-memory';
import { scopeOf } from '../../../domain/query/submission-scope';
import { SubmissionSizes } from '../../../events/submission-size.port';
import type { ReadAccess } from '../read/submission.service';
import { SubmissionStreamRepository } from './submission-stream.repository';

/** Of submissions that could not be measured in time. */
const UNKNOWN: SubmissionSize = { total: Infinity, largest: Infinity };

/** Measures submissions before they are exported. Concurrent requests for the same ones share a measurement. */
@Injectable()
export class SubmissionSizeService implements OnModuleInit {
  private readonly running = new Map<string, Promise<SubmissionSize>>();

  constructor(
    private readonly rows: SubmissionStreamRepository,
    private readonly sizes: SubmissionSizes,
  ) {}

  onModuleInit(): void {
    this.sizes.register((access) => this.measure(access));
  }

  private measure(access: ReadAccess): Promise<SubmissionSize> {
    const key = `${access.assetId} ${JSON.stringify(access.filter ?? null)}`;
    const running = this.running.get(key) ?? this.read(access).finally(() => this.running.delete(key));
    this.running.set(key, running);
    return running;
  }

  private async read(access: ReadAccess): Promise<SubmissionSize> {
    try {
      return await this.rows.measure(scopeOf(access));
    } catch (error) {
      if (error instanceof InvalidError) return UNKNOWN;
      throw error;
    }
  }
}
