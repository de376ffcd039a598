import type { LoggerService } from '@nestjs/common';

type Level = 'warn' | 'error' | 'fatal';

/**
 * Keeps what goes wrong while the service is put together. A service that comes up logs it where it logs everything; one
 * that does not says its one sentence instead. What Nest tells of its own progress is of no use to operators.
 */
export class HeldLog implements LoggerService {
  private readonly held: { readonly level: Level; readonly words: readonly [unknown, ...unknown[]] }[] = [];

  log(): void {
    // Progress.
  }

  warn(...words: [unknown, ...unknown[]]): void {
    this.held.push({ level: 'warn', words });
  }

  error(...words: [unknown, ...unknown[]]): void {
    this.held.push({ level: 'error', words });
  }

  fatal(...words: [unknown, ...unknown[]]): void {
    this.held.push({ level: 'fatal', words });
  }

  handOver(log: LoggerService): void {
    for (const { level, words } of this.held.splice(0)) log[level]?.(...words);
  }
}
