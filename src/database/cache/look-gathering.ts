import type { AssetChangeQuery, ChangeQuestion, Look } from './asset-change.query';

/** Of one statement: the first is not to wait long for the counts of the last. */
const MOST_TOGETHER = 20;

interface Waiting {
  readonly question: ChangeQuestion;
  readonly resolve: (look: Look) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Asks in one statement what is asked in one turn of the event loop. What comes once a statement is sent waits for the
 * next: an answer never tells less than what had ended when it was asked for.
 */
export class LookGathering {
  private waiting: Waiting[] = [];

  constructor(
    private readonly changes: AssetChangeQuery,
    /** Called before what waits is sent. */
    private readonly beforeSending: () => void,
  ) {}

  look(question: ChangeQuestion): Promise<Look> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, resolve, reject });
      if (this.waiting.length === 1) setImmediate(() => this.send());
    });
  }

  private send(): void {
    const { waiting } = this;
    this.waiting = [];
    this.beforeSending();
    for (let at = 0; at < waiting.length; at += MOST_TOGETHER) {
      void this.answer(waiting.slice(at, at + MOST_TOGETHER));
    }
  }

  private async answer(group: readonly Waiting[]): Promise<void> {
    try {
      const looks = await this.changes.look(group.map(({ question }) => question));
      group.forEach(({ resolve }, index) => resolve(looks[index]!));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
