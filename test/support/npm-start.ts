import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** `… && NAME=value … exec node …flags file`. */
const START = /(?<variables>(?:[A-Z_]+=\S+ )*)exec node (?<words>.*)$/;

/** What `npm start` gives Node in a checkout: flags, and the file that is the service. */
export function npmStartArguments(checkout = ownCheckout()): string[] {
  const words = startOf(checkout)['words']!.split(' ');
  return [...words.slice(0, -1), resolve(checkout, words.at(-1)!)];
}

/** What `npm start` sets for the process itself, which reads it before its first line. */
export function npmStartVariables(checkout = ownCheckout()): Record<string, string> {
  const variables = startOf(checkout)['variables']!.trim().split(' ');
  return Object.fromEntries(
    variables.filter((each) => each !== '').map((each) => each.split('=') as [string, string]),
  );
}

function startOf(checkout: string): Record<string, string | undefined> {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return START.exec(scripts.start)!.groups!;
}

/** The folder of the checkout that this file is part of. */
export function ownCheckout(folder = __dirname): string {
  return existsSync(join(folder, 'package.json')) ? folder : ownCheckout(dirname(folder));
}
