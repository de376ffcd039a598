/** The ten permissions on an asset (contract-service 1.3), sorted; a closed list. */
export const CODENAMES = [
  'add_submissions',
  'change_asset',
  'change_submissions',
  'delete_submissions',
  'discover_asset',
  'manage_asset',
  'partial_submissions',
  'validate_submissions',
  'view_asset',
  'view_submissions',
] as const;

export type Codename = (typeof CODENAMES)[number];

const known: ReadonlySet<string> = new Set(CODENAMES);

/** Returns whether the text is a codename. */
export function isCodename(text: string): text is Codename {
  return known.has(text);
}
