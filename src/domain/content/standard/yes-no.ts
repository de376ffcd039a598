const WORDS = new Map<string, boolean>([
  ['yes', true],
  ['true', true],
  ['true()', true],
  ['no', false],
  ['false', false],
  ['false()', false],
]);

/** The words for yes and no, in any letter case, as a boolean; every other text (an expression) stays as it is. */
export function wordToBoolean(text: string): boolean | string {
  return WORDS.get(text.toLowerCase()) ?? text;
}
