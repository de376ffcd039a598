import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** `… && NAME=value … exec node …flags file`. */
const START = /(?<variables>(?:[A-Z_]+=\S+ )*)exec node (?<words>.*)$/;

/** Arguments that `npm start` passes to Node: flags and the main file. */
export function npmStartArguments(checkout = ownCheckout()): string[] {
  const words = parseStartScript(checkout)['words']!.split(' ');
  return [...words.slice(0, -1), resolve(checkout, words.at(-1)!)];
}

/** Variables that `npm start` sets for Node itself. */
export function npmStartVariables(checkout = ownCheckout()): Record<string, string> {
  const variables = parseStartScript(checkout)['variables']!.trim().split(' ');
  return Object.fromEntries(
    variables.filter((each) => each !== '').map((each) => each.split('=') as [string, string]),
  );
}

function parseStartScript(checkout: string): Record<string, string | undefined> {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return START.exec(scripts.start)!.groups!;
}

export function ownCheckout(folder = __dirname): string {
  return existsSync(join(folder, 'package.json')) ? folder : ownCheckout(dirname(folder));
}
