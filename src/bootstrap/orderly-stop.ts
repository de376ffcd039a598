/** Whatever is not closed by then is left to the system; the notice that is given first comes on top. */
const LONGEST_STOP_MS = 10_000;

const tell = (message: string): void => void process.stdout.write(`${message}\n`);

/** What was opened, closed once the process is told to stop: what was opened last goes first. */
export class OrderlyStop {
  private readonly closings: (() => Promise<void>)[] = [];
  private readonly stopping = new AbortController();
  /** How long the first thing to be closed may take before it begins. */
  noticeMs = 0;

  /** From now on a signal is heard: in a container the first process has no other end. */
  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void this.stop(signal));
  }

  /** True once the process is told to stop: nothing more need be opened. */
  get hasBegun(): boolean {
    return this.signal.aborted;
  }

  /** Ends what would wait for long. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Opens something. Told to stop meanwhile, the process waits until it is open, and closes it. */
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
    tell(`\n${signal}: finishing requests and stopping.`);
    setTimeout(() => process.exit(1), this.noticeMs + LONGEST_STOP_MS).unref();
    try {
      await this.closeAll();
      process.exit(0);
    } catch (error) {
      process.stderr.write(`The service could not stop cleanly: ${String(error)}\n`);
      process.exit(1);
    }
  }
}
