import { InvalidError } from '../../domain/errors';

interface Line {
  last: Promise<unknown>;
  length: number;
}

/** Lets each user do one thing at a time: further ones wait for that user's own, and for nobody else's. */
export class UserTurns {
  private readonly lines = new Map<number, Line>();

  constructor(private readonly mostWaiting: number) {}

  /** @throws InvalidError when too many of this user's wait already */
  async take<Result>(userId: number, work: () => Promise<Result>): Promise<Result> {
    const line = this.lines.get(userId) ?? { last: Promise.resolve(), length: 0 };
    if (line.length > this.mostWaiting) {
      throw new InvalidError(
        `You have ${line.length} downloads under way or waiting; start this one again when they have ended.`,
      );
    }
    this.lines.set(userId, line);
    line.length += 1;
    const turn = line.last.then(work);
    line.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      line.length -= 1;
      if (line.length === 0) this.lines.delete(userId);
    }
  }
}
