import { readAhead } from './read-ahead';

interface Item {
  readonly of: number;
  readonly isNextNear: boolean;
}

/** Items, those of even number with the next one near; what was asked of them is written down. */
async function* items(count: number, asked: string[], isNear = (of: number) => of % 2 === 0) {
  try {
    for (let of = 0; of < count; of += 1) {
      asked.push(`${of}`);
      yield { of, isNextNear: isNear(of) };
    }
  } finally {
    asked.push('closed');
  }
}
/** What is asked for while nobody waits for it is asked for within this. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
};

describe('readAhead', () => {
  it('gives all items in their order', async () => {
    const given: Item[] = [];
    for await (const item of readAhead(items(5, []))) given.push(item);
    expect(given.map(({ of }) => of)).toEqual([0, 1, 2, 3, 4]);
  });

  it('asks for one more while an item is worked on, and only where it is near', async () => {
    const asked: string[] = [];
    const askedWith: Record<number, string[]> = {};
    for await (const { of } of readAhead(items(5, asked))) {
      await settled();
      askedWith[of] = [...asked];
    }
    expect(askedWith).toEqual({
      0: ['0', '1'],
      1: ['0', '1'],
      2: ['0', '1', '2', '3'],
      3: ['0', '1', '2', '3'],
      4: ['0', '1', '2', '3', '4', 'closed'],
    });
  });

  it.each([true, false])(
    'ends what it reads when its reader goes away, the next one near: %s',
    async (isNear) => {
      const asked: string[] = [];
      for await (const { of } of readAhead(items(5, asked, () => isNear))) if (of === 1) break;
      expect(asked).toEqual([...(isNear ? ['0', '1', '2'] : ['0', '1']), 'closed']);
    },
  );

  it('breaks where what it reads does, not before that is asked for', async () => {
    async function* breaking() {
      yield { of: 0, isNextNear: true };
      throw new Error('gone');
    }
    const given: number[] = [];
    const read = async (): Promise<void> => {
      for await (const { of } of readAhead(breaking())) {
        await settled();
        given.push(of);
      }
    };
    await expect(read()).rejects.toThrow('gone');
    expect(given).toEqual([0]);
  });
});
