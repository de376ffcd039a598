import { UnavailableError } from '../../domain/errors';

const RETRY_AFTER_SECONDS = 2;

/**
 * Lets a fixed number of works through at a time; the others wait their turn, first come, first served, those who go
 * first before the rest. Of the rest only so many may wait: one who comes then is told so at once.
 */
export class Turnstile {
  private readonly firsts: (() => void)[] = [];
  private readonly others: (() => void)[] = [];
  private inside = 0;

  constructor(
    private readonly width: number,
    private readonly mostWaiting: number,
  ) {}

  /** @throws UnavailableError when too many wait, to one who does not go first */
  async pass<Result>(work: () => Promise<Result>, { goesFirst = false } = {}): Promise<Result> {
    if (this.inside < this.width) this.inside += 1;
    else await this.waitIn(goesFirst ? this.firsts : this.others);
    try {
      return await work();
    } finally {
      // The place is handed on, so that nobody who comes just now slips in between.
      const next = this.firsts.shift() ?? this.others.shift();
      if (next === undefined) this.inside -= 1;
      else next();
    }
  }

  private async waitIn(line: (() => void)[]): Promise<void> {
    if (line === this.others && line.length >= this.mostWaiting) {
      throw new UnavailableError(
        'More people sign in than this server can check just now; try again in a moment.',
        RETRY_AFTER_SECONDS,
      );
    }
    await new Promise<void>((enter) => line.push(enter));
  }
}
