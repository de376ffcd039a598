import { readAhead } from './submission-stream.service';

interface Item {
  readonly of: number;
  readonly isNextCheap: boolean;
}

/** Records each requested item; by default items follow even numbers cheaply. */
async function* items(count: number, requested: string[], isCheap = (of: number) => of % 2 === 0) {
  try {
    for (let of = 0; of < count; of += 1) {
      requested.push(`${of}`);
      yield { of, isNextCheap: isCheap(of) };
    }
  } finally {
    requested.push('closed');
  }
}
const settled = async (): Promise<void> => {
  for (let tick = 0; tick < 5; tick += 1) await new Promise(setImmediate);
};

describe('readAhead', () => {
  it('returns all items in order', async () => {
    const received: Item[] = [];
    for await (const item of readAhead(items(5, []))) received.push(item);
    expect(received.map(({ of }) => of)).toEqual([0, 1, 2, 3, 4]);
  });

  it('prefetches one item while another is processed, and only if it is cheap', async () => {
    const requested: string[] = [];
    const requestedAt: Record<number, string[]> = {};
    for await (const { of } of readAhead(items(5, requested))) {
      await settled();
      requestedAt[of] = [...requested];
    }
    expect(requestedAt).toEqual({
      0: ['0', '1'],
      1: ['0', '1'],
      2: ['0', '1', '2', '3'],
      3: ['0', '1', '2', '3'],
      4: ['0', '1', '2', '3', '4', 'closed'],
    });
  });

  it.each([true, false])(
    'closes its source when the consumer stops early, with the next item cheap: %s',
    async (isCheap) => {
      const requested: string[] = [];
      for await (const { of } of readAhead(items(5, requested, () => isCheap))) if (of === 1) break;
      expect(requested).toEqual([...(isCheap ? ['0', '1', '2'] : ['0', '1']), 'closed']);
    },
  );

  it('throws the error of its source when the failed item is consumed, not earlier', async () => {
    async function* breaking() {
      yield { of: 0, isNextCheap: true };
      throw new Error('gone');
    }
    const received: number[] = [];
    const read = async (): Promise<void> => {
      for await (const { of } of readAhead(breaking())) {
        await settled();
        received.push(of);
      }
    };
    await expect(read()).rejects.toThrow('gone');
    expect(received).toEqual([0]);
  });
});
