import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, textOf } from './documents';

const GOLDEN = 'test/contract/golden';

/** Link in a golden response, with placeholders such as `{asset}` for uids. */
interface Link {
  readonly key: string;
  readonly path: string;
}

/** Links to the service in a value, with their keys; a text may contain several. */
function linksIn(value: unknown, key = ''): Link[] {
  if (typeof value === 'string') {
    return [...value.matchAll(/\{origin\}(\/[^\s"'<>?#&]+)/g)].map(([, path = '']) => ({ key, path }));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => linksIn(each, Array.isArray(value) ? key : name));
}

const links = readdirSync(join(ROOT, GOLDEN)).flatMap((name) =>
  linksIn(JSON.parse(textOf(`${GOLDEN}/${name}`))).map((link) => ({ ...link, golden: name })),
);

/** Converts a route path to a pattern. File names contain dots. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:(\w+)/g, (_, name) => (name === 'file' ? '[^/]+' : '[^/.]+'))}/?$`,
  );

const routes = textOf('test/contract/routes.txt')
  .split('\n')
  .flatMap((line) => /^[A-Z]+ +(\S+)/.exec(line)?.[1] ?? [])
  .map(patternOf);

const OTHER_PATHS = [/^\/api\/docs\/$/, /^\/api\/openapi\.json$/];

/** Links of KoboToolbox without a route here: the table of contract-assets 0.7. */
const exempt = [
  ...(
    textOf('docs/contract/assets.md')
      .split(/^### /m)
      .find((section) => section.startsWith('0.7 ')) ?? ''
  ).matchAll(/^\| `(\w+)`[^|]*\| `([^`]+)`/gm),
].map(([, key = '', path = '']) => ({ key, path, pattern: patternOf(path) }));

const hasRoute = (path: string): boolean => [...routes, ...OTHER_PATHS].some((pattern) => pattern.test(path));

describe('links in responses', () => {
  it('are found in golden responses', () => {
    expect(links.length).toBeGreaterThan(200);
    expect(linksIn({ a: ['x {origin}/o/token/ y'], b: { c: '{origin}/me/?q=1' } })).toEqual([
      { key: 'a', path: '/o/token/' },
      { key: 'c', path: '/me/' },
    ]);
  });

  it('lead to a route or are listed in contract-assets 0.7', () => {
    const broken = links.filter(
      ({ key, path }) =>
        !hasRoute(path) && !exempt.some((each) => each.key === key && each.pattern.test(path)),
    );
    expect(broken).toEqual([]);
  });

  it.each(exempt)('are listed there only while they have no route: $key', ({ key, path, pattern }) => {
    const occurrences = links.filter((link) => link.key === key && pattern.test(link.path));
    expect({
      path,
      occurs: occurrences.length > 0,
      hasRoute: occurrences.some((link) => hasRoute(link.path)),
    }).toEqual({
      path,
      occurs: true,
      hasRoute: false,
    });
  });
});
