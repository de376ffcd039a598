import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version of this service, as package.json says it. */
export const VERSION: string = versionAbove(__dirname);

function versionAbove(folder: string): string {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return versionAbove(dirname(folder));
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
