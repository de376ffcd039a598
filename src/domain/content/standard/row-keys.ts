/** `$kuid`: nine random letters or digits that stay with a row for its life (contract-xlsform 2.1). */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ALPHABET = `${LETTERS}0123456789`;
const LENGTH = 9;

/** A source of numbers from 0 (included) to 1 (excluded), for example Math.random. */
export type Random = () => number;

/** Gives every row a `$kuid` that has none. The first is a letter, so that names made of it need no "_". */
export function assignKeys(rows: readonly { $kuid?: string }[], random: Random): void {
  for (const row of rows) {
    if (typeof row.$kuid !== 'string' || row.$kuid === '') row.$kuid = makeKey(random);
  }
}

function makeKey(random: Random): string {
  let key = LETTERS.charAt(Math.floor(random() * LETTERS.length));
  while (key.length < LENGTH) key += ALPHABET.charAt(Math.floor(random() * ALPHABET.length));
  return key;
}
