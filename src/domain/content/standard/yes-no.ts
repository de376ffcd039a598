const WORDS = new Map<string, boolean>([
  ['yes', true],
  ['true', true],
  ['true()', true],
  ['no', false],
  ['false', false],
  ['false()', false],
]);

/** Parses `yes`, `true()` and their opposites in any letter case; returns any other text (an expression) unchanged. */
export function parseYesNo(text: string): boolean | string {
  return WORDS.get(text.toLowerCase()) ?? text;
}
