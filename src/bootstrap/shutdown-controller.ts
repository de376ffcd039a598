/** Added to the notice period; then the process exits with open resources. */
const SHUTDOWN_TIMEOUT_MS = 10_000;

const print = (message: string): void => void process.stdout.write(`${message}\n`);

/** Graceful shutdown: closes resources in reverse order when the process gets SIGINT or SIGTERM. */
export class ShutdownController {
  private readonly closings: (() => Promise<void>)[] = [];
  private readonly stopping = new AbortController();
  /** Added to the shutdown timeout, in milliseconds. */
  noticeMs = 0;

  /** Handles signals from now on: process 1 of a container has no default signal handlers. */
  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void this.stop(signal));
  }

  get hasBegun(): boolean {
    return this.signal.aborted;
  }

  /** Aborts long waits. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Registers a resource that is being opened: a shutdown meanwhile waits for it, then closes it. */
  async open<Opened>(opening: Promise<Opened>, close: (opened: Opened) => Promise<void>): Promise<Opened> {
    this.closings.unshift(() => opening.then(close, () => undefined));
    return opening;
  }

  async closeAll(): Promise<void> {
    for (const close of this.closings.splice(0)) await close();
  }

  private async stop(signal: string): Promise<void> {
    if (this.hasBegun) return;
    this.stopping.abort();
    print(`\n${signal}: finishing open requests, then stopping.`);
    setTimeout(() => process.exit(1), this.noticeMs + SHUTDOWN_TIMEOUT_MS).unref();
    try {
      await this.closeAll();
      process.exit(0);
    } catch (error) {
      process.stderr.write(`Shutdown failed: ${String(error)}\n`);
      process.exit(1);
    }
  }
}

/** Handles signals from the import of this file on. */
export const processShutdown = new ShutdownController();
