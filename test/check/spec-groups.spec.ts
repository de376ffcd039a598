import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import alone from '../groups/alone.json';
import fullOnly from '../groups/full-only.json';
import long from '../groups/long.json';
import { ROOT, specsBelow } from '../groups/spec-files';

const GROUPS = join(ROOT, 'test/groups');
const ALL = ['src', 'test'].flatMap(specsBelow);

/** Paths that each group file passes to `runGroup`. */
const pathsByGroup = new Map(
  readdirSync(GROUPS)
    .filter((name) => name.endsWith('.group.ts'))
    .map((name) => [name, pathsOf(name)]),
);

function pathsOf(group: string): string[] {
  const paths: string[] = [];
  jest.isolateModules(() => {
    jest.doMock('../groups/run-group', () => ({ runGroup: (...each: string[]) => paths.push(...each) }));
    jest.requireActual(join(GROUPS, group));
    jest.dontMock('../groups/run-group');
  });
  return paths;
}

const listed = [...pathsByGroup.values()].flat().flatMap(specsBelow);

describe('groups of specs', () => {
  it('contain every spec', () => {
    expect(ALL.filter((spec) => !listed.includes(spec))).toEqual([]);
  });

  it('contain no spec twice', () => {
    expect(listed.filter((spec, index) => listed.indexOf(spec) !== index)).toEqual([]);
  });

  it('named unit- need no database; the others contain specs that may', () => {
    const misplaced = [...pathsByGroup].flatMap(([group, paths]) =>
      paths.filter((path) => group.startsWith('unit-') !== /^(src|test\/(check|xform))(\/|$)/.test(path)),
    );
    expect(misplaced).toEqual([]);
  });
});

it.each(Object.entries({ alone, 'full-only': fullOnly, long }))(
  '%s.json is sorted and names specs',
  (_, specs) => {
    expect(specs.filter((spec) => !existsSync(join(ROOT, spec)))).toEqual([]);
    expect(specs).toEqual(specs.toSorted());
  },
);
