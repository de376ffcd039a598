import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, textOf } from './documents';

const GOLDEN = 'test/contract/golden';

/** A link of an answer, as the golden answers write it: `{asset}` in the place of a uid. */
interface Link {
  readonly key: string;
  readonly path: string;
}

/** Links to ourselves in a value, with the keys that hold them; text may hold several. */
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

/** A path with parameters, as an expression. Names of files have dots. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:(\w+)/g, (_, name) => (name === 'file' ? '[^/]+' : '[^/.]+'))}/?$`,
  );

const routes = textOf('test/contract/routes.txt')
  .split('\n')
  .flatMap((line) => /^[A-Z]+ +(\S+)/.exec(line)?.[1] ?? [])
  .map(patternOf);

/** Served beside the controllers. */
const SERVED = [/^\/api\/docs\/$/, /^\/api\/openapi\.json$/];

/** Links that clients of KoboToolbox read, and whose routes are not here: the table of contract-assets 0.7. */
const promised = [
  ...(
    textOf('docs/contract/assets.md')
      .split(/^### /m)
      .find((section) => section.startsWith('0.7 ')) ?? ''
  ).matchAll(/^\| `(\w+)`[^|]*\| `([^`]+)`/gm),
].map(([, key = '', path = '']) => ({ key, path, pattern: patternOf(path) }));

const hasRoute = (path: string): boolean => [...routes, ...SERVED].some((pattern) => pattern.test(path));

describe('a link in an answer', () => {
  it('is found in the golden answers', () => {
    expect(links.length).toBeGreaterThan(200);
    expect(linksIn({ a: ['x {origin}/o/token/ y'], b: { c: '{origin}/me/?q=1' } })).toEqual([
      { key: 'a', path: '/o/token/' },
      { key: 'c', path: '/me/' },
    ]);
  });

  it('leads to a route, or is named in contract-assets 0.7 as one that does not yet', () => {
    const lost = links.filter(
      ({ key, path }) =>
        !hasRoute(path) && !promised.some((each) => each.key === key && each.pattern.test(path)),
    );
    expect(lost).toEqual([]);
  });

  it.each(promised)('is named there for as long as it leads nowhere: $key', ({ key, path, pattern }) => {
    const shown = links.filter((link) => link.key === key && pattern.test(link.path));
    expect({ path, isShown: shown.length > 0, hasRoute: shown.some((link) => hasRoute(link.path)) }).toEqual({
      path,
      isShown: true,
      hasRoute: false,
    });
  });
});
