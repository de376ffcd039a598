import { fileURLToPath } from 'node:url';

/** Where the bytes of files are kept. */
export type StorageLocation =
  { readonly kind: 'folder'; readonly folder: string } | ({ readonly kind: 's3' } & S3Location);

export interface S3Location {
  readonly bucket: string;
  /** What all keys begin with: nothing, or a path with a slash at its end. */
  readonly prefix: string;
  readonly region: string | undefined;
  /** Undefined for Amazon's own. */
  readonly endpoint: string | undefined;
  /** Whether the bucket is named in the path rather than in the host. */
  readonly isPathStyle: boolean;
}

const FORMS = 'file:///data/media, or s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example.org';
const NO_FOLDER = 'STORAGE_URL must name a folder with three slashes, as in file:///data/media.';
const PARAMETERS = ['region', 'endpoint', 'pathStyle'];

/** What is wrong with a value of STORAGE_URL, in a sentence; undefined when nothing is. It never shows the value. */
export function storageUrlProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return `STORAGE_URL must be ${FORMS}.`;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    return 'STORAGE_URL must not hold credentials: put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
  }
  switch (url.protocol) {
    case 'file:':
      return isFolder(text, url) ? undefined : NO_FOLDER;
    case 's3:':
      return bucketProblem(url);
    default:
      return `STORAGE_URL must start with file:// or s3://, as in ${FORMS}.`;
  }
}

/** @param text a value that `storageUrlProblem` finds nothing wrong with */
export function readStorageUrl(text: string): StorageLocation {
  const url = new URL(text);
  if (url.protocol === 'file:') return { kind: 'folder', folder: fileURLToPath(url) };
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  const asked = (name: string): string | undefined => url.searchParams.get(name) ?? undefined;
  const endpoint = asked('endpoint');
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    region: asked('region'),
    endpoint,
    isPathStyle: asked('pathStyle') === undefined ? endpoint !== undefined : asked('pathStyle') === 'true',
  };
}

/** A path that does not begin at the root would be taken for one that does. */
function isFolder(text: string, { pathname, search, hash }: URL): boolean {
  return /^file:\/\/\/[^/]/i.test(text) && search === '' && hash === '' && !/%2f/i.test(pathname);
}

function bucketProblem({ hostname, port, pathname, searchParams, hash }: URL): string | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(hostname) || port !== '' || hash !== '') {
    return 'STORAGE_URL must name a bucket after s3://, as in s3://bucket/prefix.';
  }
  if (!isDecodable(pathname)) return 'The prefix in STORAGE_URL is not valid percent-encoded text.';
  for (const name of searchParams.keys()) {
    if (!PARAMETERS.includes(name)) {
      return `STORAGE_URL knows no ${name}: after the question mark it takes ${PARAMETERS.join(', ')}.`;
    }
  }
  const endpoint = searchParams.get('endpoint');
  if (endpoint !== null && !/^https?:\/\/[^/@?#]+\/?$/.test(endpoint)) {
    return 'The endpoint in STORAGE_URL must be an address such as https://s3.example.org, without user, path or query.';
  }
  if (!['true', 'false', null].includes(searchParams.get('pathStyle'))) {
    return 'The pathStyle in STORAGE_URL must be true or false.';
  }
  return undefined;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
