import { randomInt } from 'node:crypto';

/** Seeded pseudo-random numbers. */
export class Random {
  constructor(private state: number) {}

  /** In [0, 1) (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Integer, both ends included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.between(0, items.length - 1)]!;
  }

  bytes(size: number): Buffer {
    const words = Uint32Array.from({ length: Math.ceil(size / 4) }, () => this.next() * 4_294_967_296);
    return Buffer.from(words.buffer).subarray(0, size);
  }
}

/** Seed from TEST_SEED, else a random one; printed to reproduce failures. */
export function printedSeed(test: string): number {
  const seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31));
  process.stderr.write(`${test}: TEST_SEED=${seed}\n`);
  return seed;
}
