const ROOT = '/api/v2/';

/** A link to each resource of the API whose path names nothing, by what follows the root. */
export function presentApiRoot(origin: string, routes: readonly { method: string; path: string }[]) {
  const paths = routes
    .filter(({ method, path }) => method === 'GET' && path.startsWith(ROOT) && !/[:.]/.test(path))
    .map(({ path }) => path.slice(ROOT.length))
    // What is told of the list of assets is found from there.
    .filter((path) => !path.startsWith('assets/'));
  return Object.fromEntries(paths.map((path) => [path, `${origin}${ROOT}${path}/`]));
}

/** What a program gets where the service begins: where to go on. */
export function presentEntrance(origin: string) {
  return {
    name: 'fieldhouse',
    api: `${origin}/api/v2/`,
    forms: `${origin}/formList`,
    documentation: `${origin}/api/docs/`,
    description: `${origin}/api/openapi.json`,
  };
}
