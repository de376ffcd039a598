import { WorkbookSheet } from './workbook';

/** A named set of things that an editor may not do to rows (contract-xlsform 2.1). */
export interface LockingProfile {
  name: string;
  restrictions: string[];
}

const RESTRICTION = 'restriction';
const LOCKED = 'locked';

/**
 * The `kobo--locking-profiles` sheet has a row per restriction and a column per profile, with "locked" where they meet;
 * content has a list of profiles with their restrictions.
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

/** The same the other way: headers and rows of the sheet. What is not a list of profiles gives no rows. */
export function profilesToRows(profiles: unknown): { headers: string[]; rows: string[][] } {
  const known = Array.isArray(profiles) ? profiles.filter(isProfile) : [];
  const restrictions = new Set(known.flatMap((profile) => profile.restrictions));
  return {
    headers: [RESTRICTION, ...known.map((profile) => profile.name)],
    rows: [...restrictions].map((restriction) => [
      restriction,
      ...known.map((profile) => (profile.restrictions.includes(restriction) ? LOCKED : '')),
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
