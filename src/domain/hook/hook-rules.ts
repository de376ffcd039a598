import { InvalidError } from '../errors';
import type { ExportType } from './hook';

const LONGEST_ENDPOINT = 2048;
/** Stands where the submission goes in a template. */
export const PLACEHOLDER = '%SUBMISSION%';
/** An object with a quote in it: a placeholder inside of text would break the text. */
const ANY_SUBMISSION = '{"a":1}';

/**
 * @param endpoint as the caller sent it
 * @throws InvalidError for what nothing can be sent to
 */
export function assertEndpoint(endpoint: string): void {
  const refuse = (sentence: string): InvalidError => new InvalidError({ endpoint: [sentence] });
  if (endpoint === '') throw refuse('This field may not be blank.');
  if (!/^https?:/i.test(endpoint)) throw refuse('Invalid scheme');
  if (endpoint.length > LONGEST_ENDPOINT || !URL.canParse(endpoint)) throw refuse('Enter a valid URL.');
  const { username, password } = new URL(endpoint);
  if (username !== '' || password !== '') {
    throw refuse('The URL carries credentials; send them in settings, as username and password.');
  }
}

/** @throws InvalidError for a template that makes no JSON, or that another format has no use for */
export function assertTemplate(template: string | null, exportType: ExportType): void {
  if (template === null || template === '') return;
  const refuse = (sentence: string): InvalidError => new InvalidError({ payload_template: [sentence] });
  if (exportType !== 'json') throw refuse('Can be used only with JSON submission format');
  try {
    JSON.parse(template.replaceAll(PLACEHOLDER, ANY_SUBMISSION));
  } catch {
    throw refuse('Invalid JSON');
  }
}
