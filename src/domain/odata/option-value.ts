import { InvalidError } from '../errors';

/** Parses the number of `$top` or `$skip`; undefined if absent. @throws InvalidError */
export function readWholeNumber(text: string | undefined, name: '$top' | '$skip'): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text))
    throw new InvalidError(`${name} must be a whole number, such as ${name}=100.`);
  return Number(text);
}

/** Parses `$count`; false if absent. @throws InvalidError */
export function readFlag(text: string | undefined, name: '$count'): boolean {
  if (text !== undefined && text !== 'true' && text !== 'false')
    throw new InvalidError(`${name} must be true or false.`);
  return text === 'true';
}
