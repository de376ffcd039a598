import { InvalidError } from '../errors';

/**
 * The name under which forms know the answers of another project: letters, digits, `-` and `_`, and `.xml`.
 * @param sent with its ending or without
 * @throws InvalidError for another name
 */
export function readPairedFilename(sent: string): string {
  const refuse = (sentence: string): InvalidError => new InvalidError({ filename: [sentence] });
  const [, stem = sent, ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(sent) ?? [];
  if (sent === '') throw refuse('This field may not be blank.');
  if (ending !== '' && ending.toLowerCase() !== '.xml') throw refuse('Extension must be `xml`');
  if (!/^[A-Za-z0-9_-]+$/.test(stem)) throw refuse('Only letters, numbers and `-` are allowed');
  if (stem.length > 200) throw refuse('Ensure this field has no more than 200 characters.');
  return `${stem}.xml`;
}
