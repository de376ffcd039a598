import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const VERSION: string = findVersion(__dirname);

function findVersion(folder: string): string {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return findVersion(dirname(folder));
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
