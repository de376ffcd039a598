/**
 * The keys of a submission's JSON that the service fills (contract-data 1.2). A question so named can't stand beside
 * them: its answer stays in the XML and is left out of the JSON.
 */
const SYSTEM_KEYS = [
  '_id',
  'meta/rootUuid',
  '_xform_id_string',
  '_uuid',
  '_attachments',
  '_status',
  '_geolocation',
  '_submission_time',
  '_validation_status',
  '_submitted_by',
  '_date_modified',
] as const;

const keys: ReadonlySet<string> = new Set(SYSTEM_KEYS);

const UNDERSCORE = '_'.charCodeAt(0);

/** Tells a system key from the path of a question; called for every answer, so most are told by their first letter. */
export function isSystemKey(path: string): boolean {
  return (path.charCodeAt(0) === UNDERSCORE || path === 'meta/rootUuid') && keys.has(path);
}
