import { WorkbookSheet } from './workbook';

/** A named set of edits that are not allowed on rows (contract-xlsform 2.1). */
interface LockingProfile {
  name: string;
  restrictions: string[];
}

const RESTRICTION = 'restriction';
const LOCKED = 'locked';

/**
 * Reads the `kobo--locking-profiles` sheet, a table of restrictions by profiles with "locked" in its cells, into a list
 * of profiles with their restrictions.
 */
export function profilesFromSheet(sheet: WorkbookSheet): LockingProfile[] {
  const key = sheet.headers.find((header) => header.toLowerCase() === RESTRICTION);
  return sheet.headers
    .filter((header) => header !== key)
    .map((name) => ({
      name,
      restrictions: sheet.rows
        .filter((row) => row.cells.get(name)?.toLowerCase() === LOCKED)
        .map((row) => (key === undefined ? undefined : row.cells.get(key)))
        .filter((restriction) => restriction !== undefined),
    }));
}

/** Inverse of `profilesFromSheet`: headers and rows of the sheet. No rows if `profiles` is not a list of profiles. */
export function profilesToRows(profiles: unknown): { headers: string[]; rows: string[][] } {
  const valid = Array.isArray(profiles) ? profiles.filter(isProfile) : [];
  const restrictions = new Set(valid.flatMap((profile) => profile.restrictions));
  return {
    headers: [RESTRICTION, ...valid.map((profile) => profile.name)],
    rows: [...restrictions].map((restriction) => [
      restriction,
      ...valid.map((profile) => (profile.restrictions.includes(restriction) ? LOCKED : '')),
    ]),
  };
}

function isProfile(value: unknown): value is LockingProfile {
  if (typeof value !== 'object' || value === null) return false;
  const { name, restrictions } = value as Partial<Record<keyof LockingProfile, unknown>>;
  return (
    typeof name === 'string' &&
    Array.isArray(restrictions) &&
    restrictions.every((item) => typeof item === 'string')
  );
}
