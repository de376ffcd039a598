import type { LoggerService } from '@nestjs/common';

type Level = 'warn' | 'error' | 'fatal';

/**
 * Buffers warnings and errors until the app has started and has its logger. An app that fails to start prints one error
 * message instead. Drops Nest's progress messages.
 */
export class BufferedLog implements LoggerService {
  private readonly entries: { readonly level: Level; readonly message: readonly [unknown, ...unknown[]] }[] =
    [];

  log(): void {
    // Progress messages of Nest.
  }

  warn(...message: [unknown, ...unknown[]]): void {
    this.entries.push({ level: 'warn', message });
  }

  error(...message: [unknown, ...unknown[]]): void {
    this.entries.push({ level: 'error', message });
  }

  fatal(...message: [unknown, ...unknown[]]): void {
    this.entries.push({ level: 'fatal', message });
  }

  flushTo(log: LoggerService): void {
    for (const { level, message } of this.entries.splice(0)) log[level]?.(...message);
  }
}
