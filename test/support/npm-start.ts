import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What `npm start` gives Node in a checkout: flags, and the file that is the service. */
export function npmStartArguments(checkout = ownCheckout()): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const words = scripts.start.replace(/^.*exec node /, '').split(' ');
  return [...words.slice(0, -1), resolve(checkout, words.at(-1)!)];
}

/** The folder of the checkout that this file is part of. */
export function ownCheckout(folder = __dirname): string {
  return existsSync(join(folder, 'package.json')) ? folder : ownCheckout(dirname(folder));
}
