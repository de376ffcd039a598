/** Abort signal that fires after a time without activity. */
export class IdleTimeout {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;

  constructor(milliseconds: number) {
    this.timer = setTimeout(() => this.controller.abort(), milliseconds);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  refresh(): void {
    this.timer.refresh();
  }

  clear(): void {
    clearTimeout(this.timer);
  }
}
