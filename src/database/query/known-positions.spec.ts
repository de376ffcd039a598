import { KnownPositions } from './known-positions';

describe('KnownPositions', () => {
  let now = 0;
  const positions = new KnownPositions(() => now);
  const at = (start: number, id = start * 10) => ({ start, id, snapshot: `${start}` });

  it.each([
    [4999, undefined],
    [5000, 5000],
    [8999, 5000],
    [9000, 9000],
    [1_000_000, 9000],
  ])('knows what is not behind %i', (start, known) => {
    for (const each of [9000, 5000]) positions.note(1, at(each));
    expect(positions.upTo(1, start)?.start).toBe(known);
    expect(positions.upTo(2, start)).toBeUndefined();
  });

  it('believes the last that it was told', () => {
    positions.note(1, at(9000, 7));
    expect(positions.upTo(1, 9000)).toMatchObject({ id: 7 });
  });

  it('forgets what nobody asked for lately, and what is too much', () => {
    for (let start = 1; start <= 60; start += 1) positions.note(3, at(start));
    expect(positions.upTo(3, 10)).toBeUndefined();
    for (let asset = 10; asset < 210; asset += 1) positions.note(asset, at(1));
    expect(positions.upTo(3, 60)).toBeUndefined();
    now += 60_000;
    expect(positions.upTo(209, 1)).toBeUndefined();
  });
});
