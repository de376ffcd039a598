/** Sends a group; what comes of an item may be known before what comes of the others. */
export type SendGroup<Item, Outcome> = (
  group: readonly Item[],
) => Promise<readonly (Outcome | Promise<Outcome>)[]>;

export interface GatheringBounds {
  /** While as many groups are on their way, others wait. */
  readonly atATime: number;
  readonly mostTogether: number;
  /** A group that is on its way for longer holds nobody up: until then it may be that it only waits for somebody else. */
  readonly longestHoldMs: number;
}

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome | Promise<Outcome>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends what comes alone at once, and what comes while enough is on its way together: the busier, the larger the groups.
 * Nothing waits for others to come.
 */
export class Gathering<Item, Outcome> {
  private underWay = 0;
  private waiting: Waiting<Item, Outcome>[] = [];

  constructor(
    private readonly send: SendGroup<Item, Outcome>,
    private readonly bounds: GatheringBounds,
  ) {}

  add(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.underWay < this.bounds.atATime) this.sendOff();
    });
  }

  private sendOff(): void {
    const group = this.waiting.splice(0, this.bounds.mostTogether);
    if (group.length === 0) return;
    let isHolding = true;
    const letGo = (): void => {
      if (isHolding) this.underWay -= 1;
      isHolding = false;
    };
    this.underWay += 1;
    const held = setTimeout(() => {
      letGo();
      // Whatever stands in the way may stand in everybody's: no reason to go one behind the other.
      while (this.waiting.length > 0) this.sendOff();
    }, this.bounds.longestHoldMs);
    void this.deliver(group).finally(() => {
      clearTimeout(held);
      letGo();
      if (this.underWay < this.bounds.atATime) this.sendOff();
    });
  }

  private async deliver(group: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.send(group.map(({ item }) => item));
      group.forEach(({ resolve }, index) => resolve(outcomes[index]!));
      await Promise.allSettled(outcomes);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
