import { join } from 'node:path';
import type { Environment } from '../config/environment';
import { LocalStorage } from './local.storage';
import type { Storage } from './storage.port';

/** Where the environment says that files are kept; the service and the command line open the same. */
export function openStorage({ DATA_DIR }: Environment): Storage {
  return new LocalStorage(join(DATA_DIR, 'media'));
}
