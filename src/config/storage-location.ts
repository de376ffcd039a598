import { fileURLToPath } from 'node:url';

export type StorageLocation =
  { readonly kind: 'folder'; readonly folder: string } | ({ readonly kind: 's3' } & S3Location);

export interface S3Location {
  readonly bucket: string;
  /** Prefix of all keys: empty, or a path with a trailing slash. */
  readonly prefix: string;
  readonly region: string | undefined;
  /** Undefined for AWS. */
  readonly endpoint: string | undefined;
  /** Bucket in the path instead of the host name. */
  readonly isPathStyle: boolean;
}

const EXAMPLES =
  'file:///data/media, or s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example.org';
const FOLDER_PROBLEM = 'STORAGE_URL must name a folder with three slashes, as in file:///data/media.';
const PARAMETERS = ['region', 'endpoint', 'pathStyle'];

/** Problem of a STORAGE_URL, as a message without the value; undefined when it is valid. */
export function storageUrlProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return `STORAGE_URL must be ${EXAMPLES}.`;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    return 'STORAGE_URL must not hold credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead.';
  }
  switch (url.protocol) {
    case 'file:':
      return isFolder(text, url) ? undefined : FOLDER_PROBLEM;
    case 's3:':
      return bucketProblem(url);
    default:
      return `STORAGE_URL must start with file:// or s3://, as in ${EXAMPLES}.`;
  }
}

/** @param text a valid value, see `storageUrlProblem` */
export function readStorageUrl(text: string): StorageLocation {
  const url = new URL(text);
  if (url.protocol === 'file:') return { kind: 'folder', folder: fileURLToPath(url) };
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  const parameter = (name: string): string | undefined => url.searchParams.get(name) ?? undefined;
  const endpoint = parameter('endpoint');
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    region: parameter('region'),
    endpoint,
    isPathStyle:
      parameter('pathStyle') === undefined ? endpoint !== undefined : parameter('pathStyle') === 'true',
  };
}

/** Requires three slashes: `new URL` would silently make a relative path absolute. */
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
      return `STORAGE_URL has an unknown parameter: ${name}. Supported are ${PARAMETERS.join(', ')}.`;
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
