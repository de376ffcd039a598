/** Ends what has made no step for so long. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;

  constructor(milliseconds: number) {
    this.timer = setTimeout(() => this.controller.abort(), milliseconds);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The wait begins anew. */
  step(): void {
    this.timer.refresh();
  }

  clear(): void {
    clearTimeout(this.timer);
  }
}
