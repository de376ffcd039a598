/** Line breaks of word processors and pages, which come with pasted texts. */
const BREAKS = /[\u000b\u000c]/g;
const DISALLOWED = /[\u0000-\u0008\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/**
 * @returns the text without invisible characters that XML can't have: neither could a draft with them be opened again, nor a
 * submission be stored
 */
export function xmlCharacters(text: string): string {
  return text.replace(BREAKS, ' ').replace(DISALLOWED, '');
}
