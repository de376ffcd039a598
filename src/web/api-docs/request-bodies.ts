import type { Operation } from './operation';

const JSON_TYPE = 'application/json';
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Adds form media types to JSON bodies (contract-assets 0.6), except where a route declares its own. */
export function describeRequestBody({ requestBody }: Operation): void {
  if (requestBody === undefined || !('content' in requestBody)) return;
  const { content } = requestBody;
  const json = content[JSON_TYPE];
  if (json === undefined || Object.keys(content).length > 1) return;
  for (const type of FORM_TYPES) content[type] = json;
}
