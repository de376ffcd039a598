import type { AssetChangeQuery, CacheValidation, ValidationRequest } from './asset-change.query';

/** Bounds the wait of the first request of a batch for the counts of the last. */
const MAX_BATCH_SIZE = 20;

interface PendingRequest {
  readonly request: ValidationRequest;
  readonly resolve: (result: CacheValidation) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches (like DataLoader) validations of one event loop iteration into one statement. Requests made after it was sent
 * wait for the next, so that results show every transaction committed before the request.
 */
export class ValidationBatcher {
  private pending: PendingRequest[] = [];

  constructor(
    private readonly changes: AssetChangeQuery,
    private readonly beforeSend: () => void,
  ) {}

  validate(request: ValidationRequest): Promise<CacheValidation> {
    return new Promise((resolve, reject) => {
      this.pending.push({ request, resolve, reject });
      if (this.pending.length === 1) setImmediate(() => this.send());
    });
  }

  private send(): void {
    const { pending } = this;
    this.pending = [];
    this.beforeSend();
    for (let start = 0; start < pending.length; start += MAX_BATCH_SIZE) {
      void this.sendBatch(pending.slice(start, start + MAX_BATCH_SIZE));
    }
  }

  private async sendBatch(batch: readonly PendingRequest[]): Promise<void> {
    try {
      const results = await this.changes.validate(batch.map(({ request }) => request));
      batch.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
