import { InvalidError } from '../errors';

/**
 * Parses the file name of paired data: letters, digits, `-` and `_`, at most 200, then `.xml`.
 * @param sent with or without the extension
 * @throws InvalidError on the field `filename`
 */
export function readPairedFilename(sent: string): string {
  const invalid = (message: string): InvalidError => new InvalidError({ filename: [message] });
  const [, stem = sent, extension = ''] = /^(.*?)(\.[^.]*)?$/s.exec(sent) ?? [];
  if (sent === '') throw invalid('This field may not be blank.');
  if (extension !== '' && extension.toLowerCase() !== '.xml') throw invalid('Extension must be `xml`');
  if (!/^[A-Za-z0-9_-]+$/.test(stem)) throw invalid('Only letters, numbers and `-` are allowed');
  if (stem.length > 200) throw invalid('Ensure this field has no more than 200 characters.');
  return `${stem}.xml`;
}
