const ROOT = '/api/v2/';

/** Links to the GET routes without path parameters, by relative path. */
export function presentApiRoot(origin: string, routes: readonly { method: string; path: string }[]) {
  const paths = routes
    .filter(({ method, path }) => method === 'GET' && path.startsWith(ROOT) && !/[:.]/.test(path))
    .map(({ path }) => path.slice(ROOT.length))
    // The asset list links to these.
    .filter((path) => !path.startsWith('assets/'));
  return Object.fromEntries(paths.map((path) => [path, `${origin}${ROOT}${path}/`]));
}

export function presentServiceRoot(origin: string) {
  return {
    name: 'fieldhouse',
    api: `${origin}/api/v2/`,
    forms: `${origin}/formList`,
    documentation: `${origin}/api/docs/`,
    description: `${origin}/api/openapi.json`,
  };
}
