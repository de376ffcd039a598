/** Values of a range: from its start in steps, the end at most. */
export class RangeSteps {
  readonly count: number;
  private readonly start: number;
  private readonly step: number;
  private readonly decimals: number;

  constructor(bounds: { start: number | bigint; end: number | bigint; step: number | bigint }) {
    const [start, end, step] = [bounds.start, bounds.end, bounds.step].map(Number) as [
      number,
      number,
      number,
    ];
    this.start = start;
    this.step = Math.abs(step) || 1;
    this.decimals = Math.max(decimalsOf(start), decimalsOf(this.step));
    // Binary fractions: 0.3 / 0.1 is a little less than 3.
    this.count = Math.max(0, Math.floor((end - start) / this.step + 1e-9));
  }

  get last(): string {
    return this.valueAt(this.count);
  }

  /** @param index beyond the ends is the end */
  valueAt(index: number): string {
    const step = Math.min(Math.max(Math.round(index), 0), this.count);
    return (this.start + step * this.step).toFixed(this.decimals);
  }

  /** Steps from the start, not whole for an answer between two; 0 without an answer. */
  indexOf(value: string): number {
    return value === '' ? 0 : (Number(value) - this.start) / this.step;
  }
}

const MAX_DECIMALS = 15;

function decimalsOf(value: number): number {
  const [, fraction = '', exponent = '0'] = /^[^.e]*(?:\.(\d+))?(?:e(.*))?$/.exec(String(value)) ?? [];
  return Math.min(Math.max(fraction.length - Number(exponent), 0), MAX_DECIMALS);
}
