/** Alphabet of `$kuid` (contract-xlsform 2.1). */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ALPHABET = `${LETTERS}0123456789`;
const LENGTH = 9;

/** Returns numbers in [0, 1), such as Math.random. */
export type Random = () => number;

/** Adds missing `$kuid`s. They start with a letter, so that names derived from them need no "_". */
export function assignKeys(rows: readonly { $kuid?: string }[], random: Random): void {
  for (const row of rows) {
    if (typeof row.$kuid !== 'string' || row.$kuid === '') row.$kuid = generateKey(random);
  }
}

function generateKey(random: Random): string {
  let key = LETTERS.charAt(Math.floor(random() * LETTERS.length));
  while (key.length < LENGTH) key += ALPHABET.charAt(Math.floor(random() * ALPHABET.length));
  return key;
}
