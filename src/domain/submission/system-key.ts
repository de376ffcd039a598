/** Keys set by the service (contract-data 1.2). Answers to questions of these names are in the XML only, not in the JSON. */
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
  '_supplementalDetails',
  '_date_modified',
] as const;

const keys: ReadonlySet<string> = new Set(SYSTEM_KEYS);

const UNDERSCORE = '_'.charCodeAt(0);

/** True for a system key. Hot path: the first character decides most cases. */
export function isSystemKey(path: string): boolean {
  return (path.charCodeAt(0) === UNDERSCORE || path === 'meta/rootUuid') && keys.has(path);
}
