/** How long answers took, in milliseconds. */
export class Latencies {
  private readonly all: number[] = [];

  add(ms: number): void {
    this.all.push(ms);
  }

  get count(): number {
    return this.all.length;
  }

  get slowest(): number {
    return Math.max(0, ...this.all);
  }

  /** The time within which such a share of the answers came. */
  within(share: number): number {
    const sorted = [...this.all].sort((a, b) => a - b);
    return sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
  }

  /** For the log of a run. */
  get told(): string {
    const figures = [this.within(0.5), this.within(0.99), this.slowest].map((ms) => ms.toFixed(0));
    return `${this.count} answers, median ${figures[0]} ms, p99 ${figures[1]} ms, slowest ${figures[2]} ms`;
  }
}
