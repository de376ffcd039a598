const WORDS = new Map<string, boolean>([
  ['yes', true],
  ['true', true],
  ['true()', true],
  ['no', false],
  ['false', false],
  ['false()', false],
]);

/** Parses `yes`, `true`, `true()` and their opposites in any letter case; undefined for any other text. */
export function parseYesNo(text: string | undefined): boolean | undefined {
  return WORDS.get(text?.toLowerCase() ?? '');
}
