const WIDTH = 30;
const QUARTERS = 4;

/** Prints progress to stderr: a progress bar on a terminal, else a line per quarter. */
export class Progress {
  private done = 0;
  private reportedQuarters = 0;

  constructor(
    private readonly label: string,
    private readonly total: number,
    private readonly stream: NodeJS.WriteStream = process.stderr,
  ) {}

  step(): void {
    this.done += 1;
    if (this.stream.isTTY) this.draw();
    else this.report();
  }

  private draw(): void {
    const filled = Math.round((this.done / this.total) * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    this.stream.write(`\r${this.label} ${bar} ${this.done}/${this.total}`);
    if (this.done === this.total) this.stream.write('\n');
  }

  private report(): void {
    const quarter = Math.floor((this.done / this.total) * QUARTERS);
    if (quarter === this.reportedQuarters) return;
    this.reportedQuarters = quarter;
    this.stream.write(`${this.label} ${this.done}/${this.total}\n`);
  }
}
