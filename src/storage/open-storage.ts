import { join, resolve } from 'node:path';
import type { Environment } from '../config/environment';
import { readStorageUrl } from '../config/storage-location';
import { LocalStorage } from './local.storage';
import { S3Bucket, type S3Credentials } from './s3-bucket';
import { S3Storage } from './s3.storage';
import type { Storage } from './storage.port';

export function openStorage(environment: Environment, url = environment.STORAGE_URL): Storage {
  if (url === undefined) return new LocalStorage(join(environment.DATA_DIR, 'media'));
  const location = readStorageUrl(url);
  if (location.kind === 'folder') return new LocalStorage(location.folder);
  const region = location.region ?? environment.AWS_REGION;
  const bucket = new S3Bucket({ ...location, region }, credentialsOf(environment));
  return new S3Storage(bucket, join(resolve(environment.DATA_DIR), 'drafts'));
}

/** Undefined: the SDK finds credentials on the machine. */
function credentialsOf({
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_SESSION_TOKEN: sessionToken,
}: Environment): S3Credentials | undefined {
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}
