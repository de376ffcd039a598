/** Response times in milliseconds. */
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

  /** Percentile. @param share between 0 and 1 */
  percentile(share: number): number {
    const sorted = [...this.all].sort((a, b) => a - b);
    return sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
  }

  get summary(): string {
    const figures = [this.percentile(0.5), this.percentile(0.99), this.slowest].map((ms) => ms.toFixed(0));
    return `${this.count} responses, median ${figures[0]} ms, p99 ${figures[1]} ms, slowest ${figures[2]} ms`;
  }
}
