import { InvalidError } from '../errors';
import type { PayloadFormat } from './hook';

const MAX_ENDPOINT_LENGTH = 2048;
export const PLACEHOLDER = '%SUBMISSION%';
/** Contains quotes, so that a placeholder inside a string makes invalid JSON. */
const SAMPLE_SUBMISSION = '{"a":1}';

/** @throws InvalidError unless it is an HTTP(S) URL without credentials, at most 2048 characters long */
export function assertEndpoint(endpoint: string): void {
  const invalid = (message: string): InvalidError => InvalidError.at('endpoint', message);
  if (endpoint === '') throw invalid('This field may not be blank.');
  if (!/^https?:/i.test(endpoint)) throw invalid('Invalid scheme');
  if (endpoint.length > MAX_ENDPOINT_LENGTH || !URL.canParse(endpoint)) throw invalid('Enter a valid URL.');
  const { username, password } = new URL(endpoint);
  if (username !== '' || password !== '') {
    throw invalid('The URL contains credentials. Send them in `settings` as `username` and `password`.');
  }
}

/** @throws InvalidError for a template that does not produce JSON, or for another payload format */
export function assertTemplate(template: string | null, format: PayloadFormat): void {
  if (template === null || template === '') return;
  const invalid = (message: string): InvalidError => InvalidError.at('payload_template', message);
  if (format !== 'json') throw invalid('Can be used only with JSON submission format');
  try {
    JSON.parse(template.replaceAll(PLACEHOLDER, SAMPLE_SUBMISSION));
  } catch {
    throw invalid('Invalid JSON');
  }
}
