import {
  clusterPlaces,
  placeBounds,
  type PlaceCluster,
  PlaceListBuilder,
  readMapView,
} from './place-clusters';

const listOf = (answers: readonly string[]) => {
  const builder = new PlaceListBuilder();
  builder.addLines(answers.map((answer, at) => `${at + 1} ${answer}`).join('\n'));
  return builder.build();
};
const seen = (answers: readonly string[], bbox: string, zoom = 0) =>
  clusterPlaces(listOf(answers), readMapView(bbox, String(zoom)));
const total = (clusters: readonly PlaceCluster[]) => clusters.reduce((sum, { places }) => sum + places, 0);
const WORLD = '-180,-90,180,90';

describe('clusterPlaces', () => {
  const many = Array.from(
    { length: 50_000 },
    (_, n) => `${((n * 7919) % 1700) / 10 - 85} ${((n * 104_729) % 3600) / 10 - 180} 0 5`,
  );

  it.each([0, 2, 5, 12, 22])('counts every place of the world once at zoom %d, in 200 KB at most', (zoom) => {
    const clusters = seen(many, WORLD, zoom);
    expect(total(clusters)).toBe(many.length);
    expect(clusters.length).toBeLessThanOrEqual(2_048);
  });

  it('counts what is in view only, also across the antimeridian', () => {
    const places = ['10 175', '10 -175', '10 0', '-60 175'];
    expect(total(seen(places, '170,0,190,20', 3))).toBe(2);
    expect(total(seen(places, '-190,0,-170,20', 3))).toBe(2);
    expect(total(seen(places, '-1,0,1,20', 3))).toBe(1);
    expect(total(seen(many, '170,-85,190,85', 20))).toBeGreaterThan(0);
  });

  it('puts a cluster at the mean of its places, and a single place where it is', () => {
    const [cluster, ...others] = seen(['0.1 0.1', '0.1 0.3'], '0,0,10,10', 0);
    expect(others).toEqual([]);
    expect(cluster).toMatchObject({ places: 2, submission: undefined });
    expect(cluster!.longitude).toBeCloseTo(0.2, 6);
    const [single] = seen(['-1.2863891 36.8172234 1650 4'], WORLD);
    expect(single).toMatchObject({ places: 1, submission: 1 });
    expect(single!.latitude).toBeCloseTo(-1.2863891, 6);
    expect(single!.longitude).toBeCloseTo(36.8172234, 6);
  });

  it('shows places at the same point one by one when close', () => {
    const same = ['1.5 1.5', '1.5 1.5'];
    expect(seen(same, '1,1,2,2', 17)).toHaveLength(1);
    expect(seen(same, '1,1,2,2', 18).map(({ submission }) => submission)).toEqual([1, 2]);
  });

  it('leaves out answers that are no place on earth, and takes the first point of a line', () => {
    const list = listOf(['', 'x y', '91 0', '0 181', '5', '1 2 0 0;3 4 0 0', 'NaN 1', '2 3']);
    expect([...list.ids]).toEqual([6, 8]);
    expect(placeBounds(list)!.map((side) => Math.round(side))).toEqual([2, 1, 3, 2]);
    expect(placeBounds(listOf([]))).toBeUndefined();
  });

  it('replaces the places of submissions', () => {
    const builder = new PlaceListBuilder();
    builder.addAll(listOf(['1 1', '2 2', '3 3']), new Set([2]));
    builder.addLines('2 4 4');
    expect([...builder.build().ids]).toEqual([1, 3, 2]);
  });
});

describe('readMapView', () => {
  it.each([
    ['', '1'],
    ['1,2,3', '1'],
    ['1,2,3,x', '1'],
    ['1,,3,4', '1'],
    ['10,2,3,4', '1'],
    ['1,5,3,4', '1'],
    ['1,2,3,1e9', '1'],
    ['1,2,3,4', '-1'],
    ['1,2,3,4', '23'],
    ['1,2,3,4', '1.5'],
    [undefined, '1'],
    ['1,2,3,4', undefined],
  ])('refuses bbox %s at zoom %s', (bbox, zoom) => {
    expect(() => readMapView(bbox, zoom)).toThrow();
  });
});
