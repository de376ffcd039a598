const ODATA_PATH = /^\/api\/v2\/assets\/[^/]+\/odata(\/|$)/;

export function isODataPath(path: string): boolean {
  return ODATA_PATH.test(path);
}
