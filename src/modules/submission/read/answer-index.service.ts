import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../../config/clock';
import { comparedAnswers, sortedAnswer } from '../../../domain/query/compared-answers';
import type { SubmissionOrder } from '../../../domain/query/submission-order';
import { keyOfScope, type SubmissionScope } from '../../../domain/query/submission-scope';
import { wireDay } from '../../../domain/text/wire-date';
import { JobRegistry } from '../../../jobs/job-queue.port';
import { AnswerIndexRepository } from './answer-index.repository';
import { MatchCountRepository } from '../../../database/summary/match-count.repository';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A page that takes longer shall have indexes. */
const SLOW_MS = 250;
/** The matches of a filter whose page takes longer are counted: at once, or when it is requested again. */
const COUNTED_MS = 100;
const COUNTED_AGAIN_MS = 10;
/** Filters of a script that walks through many are not counted: they would displace other summaries. */
const MAX_RECENT_FILTERS = 20;
const LIMITS = { minSubmissions: 50_000, maxPerForm: 12 };
const KEPT_DAYS = 30;

/** Gives large forms indexes on the answers that filters compare and that sort them, and drops those that none uses (decision 153). */
@Injectable()
export class AnswerIndexService implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('answer indexes');
  private readonly stopping = new AbortController();
  private readonly recentFilters = new LRUCache<string, true>({ max: MAX_RECENT_FILTERS });
  private isCounting = false;

  constructor(
    private readonly indexes: AnswerIndexRepository,
    private readonly counts: MatchCountRepository,
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.registry.registerScheduled({
      name: 'answer-indexes.maintain',
      intervalMs: 5 * MINUTE_MS,
      run: () => this.maintain(),
    });
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
  }

  /**
   * Notes the answers that a slow filter compares, or by which all submissions are sorted, and counts its matches in the
   * background. Never rejects: the page does not depend on it.
   */
  async noteIfSlow(scope: SubmissionScope, order: SubmissionOrder, elapsedMs: number): Promise<void> {
    const { assetId, filter } = scope;
    if (filter !== undefined && this.isWorthCounting(scope, elapsedMs)) void this.count(scope, order);
    if (elapsedMs < SLOW_MS) return;
    const answers =
      filter === undefined ? [sortedAnswer(order)].flatMap((each) => each ?? []) : comparedAnswers(filter);
    if (answers.length === 0) return;
    await this.indexes
      .note(assetId, answers, wireDay(this.clock.now()))
      .catch((error: unknown) => this.logger.warn(error, 'A slow page was not noted.'));
  }

  /** Filters of scripts that ask for the latest are never requested again. */
  private isWorthCounting(scope: SubmissionScope, elapsedMs: number): boolean {
    if (elapsedMs > COUNTED_MS) return true;
    if (elapsedMs < COUNTED_AGAIN_MS) return false;
    const key = keyOfScope(scope);
    const isAgain = this.recentFilters.has(key);
    this.recentFilters.set(key, true);
    return isAgain;
  }

  /** One filter at a time: the next slow page of another one notes it again. */
  private async count(scope: SubmissionScope, order: SubmissionOrder): Promise<void> {
    if (this.isCounting) return;
    this.isCounting = true;
    try {
      await this.counts.build(scope, order);
    } catch (error) {
      this.logger.warn(error, 'The matches of a slow filter were not counted.');
    } finally {
      this.isCounting = false;
    }
  }

  async maintain(minSubmissions = LIMITS.minSubmissions): Promise<void> {
    const now = this.clock.now();
    const limits = {
      ...LIMITS,
      minSubmissions,
      today: wireDay(now),
      usedSince: wireDay(new Date(now.getTime() - KEPT_DAYS * DAY_MS)),
    };
    const built = await this.indexes.maintain(limits, this.stopping.signal);
    if (built.length > 0) this.logger.log(`Built ${built.join(', ')}.`);
  }
}
