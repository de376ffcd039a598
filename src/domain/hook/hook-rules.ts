import { InvalidError } from '../errors';
import type { PayloadFormat } from './hook';

const MAX_ENDPOINT_LENGTH = 2048;
export const PLACEHOLDER = '%SUBMISSION%';
/** Contains quotes, so that a placeholder inside a string makes invalid JSON. */
const SAMPLE_SUBMISSION = '{"a":1}';

/** Control characters and backslashes, which parsers drop or turn into slashes. */
const AMBIGUOUS = /[\x00-\x1f\x7f\\]/;
const UNUSUAL =
  'Enter a valid URL, such as https://example.org/in, without backslashes and with an address in dotted decimals.';

/** @throws InvalidError unless it is an HTTP(S) URL without credentials, at most 2048 characters long */
export function assertEndpoint(endpoint: string): void {
  const invalid = (message: string): InvalidError => InvalidError.at('endpoint', message);
  if (endpoint === '') throw invalid('This field may not be blank.');
  if (!/^https?:/i.test(endpoint)) throw invalid('Invalid scheme');
  if (endpoint.length > MAX_ENDPOINT_LENGTH || !URL.canParse(endpoint)) throw invalid('Enter a valid URL.');
  const { username, password, hostname } = new URL(endpoint);
  // Deliveries refuse notations that parsers read differently.
  const isRenumbered = /^[\d.]+$/.test(hostname) && !endpoint.includes(`://${hostname}`);
  if (AMBIGUOUS.test(endpoint) || isRenumbered) throw invalid(UNUSUAL);
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
