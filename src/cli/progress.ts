const WIDTH = 30;
const QUARTERS = 4;

/**
 * How far a long command is, on the error stream so that the output can be piped: a bar that moves on a terminal, a
 * line at each quarter elsewhere.
 */
export class Progress {
  private done = 0;
  private told = 0;

  constructor(
    private readonly what: string,
    private readonly total: number,
    private readonly stream: NodeJS.WriteStream = process.stderr,
  ) {}

  step(): void {
    this.done += 1;
    if (this.stream.isTTY) this.draw();
    else this.tell();
  }

  private draw(): void {
    const filled = Math.round((this.done / this.total) * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    this.stream.write(`\r${this.what} ${bar} ${this.done}/${this.total}`);
    if (this.done === this.total) this.stream.write('\n');
  }

  private tell(): void {
    const quarter = Math.floor((this.done / this.total) * QUARTERS);
    if (quarter === this.told) return;
    this.told = quarter;
    this.stream.write(`${this.what} ${this.done}/${this.total}\n`);
  }
}
