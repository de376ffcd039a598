import { unstorableReason } from '../text/unstorable-text';
import { type FieldErrors, InvalidError } from '../errors';
import { UID_PREFIX } from '../asset/uid';

export type ExtraDetails = Readonly<Record<string, unknown>>;

/** Text keys that every profile has, empty by default (contract-service 1.7, contract-assets 8.2). */
const TEXT_KEYS = ['name', 'organization', 'city', 'country', 'website', 'twitter'] as const;
const DEFAULTS: ExtraDetails = Object.fromEntries(TEXT_KEYS.map((key) => [key, '']));

/** Read-only and always true: collector apps have to authenticate. */
const COMPUTED_KEY = 'require_auth';

/** In characters of JSON. */
const MAX_CHANGE_LENGTH = 16 * 1024;

export interface ExtraDetailsChange {
  readonly set: ExtraDetails;
  readonly clear: readonly string[];
}

/** Adds the defaults and the computed key to the stored details. */
export function extraDetailsWithDefaults(stored: ExtraDetails): ExtraDetails {
  return { ...DEFAULTS, ...stored, [COMPUTED_KEY]: true };
}

/**
 * Parses a merge patch (contract-assets 8.2): null clears a key, absent keys stay.
 * @throws InvalidError on `extra_details`, by key where one is invalid
 */
export function readExtraDetailsChange(sent: ExtraDetails): ExtraDetailsChange {
  const entries = Object.entries(sent).filter(([key]) => key !== COMPUTED_KEY);
  const problems: FieldErrors = {};
  for (const [key, value] of entries) {
    const problem = problemWith(key, value);
    if (problem !== undefined) problems[key] = [problem];
  }
  if (Object.keys(problems).length > 0) throw new InvalidError({ extra_details: problems });
  if (JSON.stringify(entries).length > MAX_CHANGE_LENGTH) {
    throw InvalidError.at(
      'extra_details',
      `The details are too long. Send at most ${MAX_CHANGE_LENGTH} characters.`,
    );
  }
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
    clear: entries.filter(([, value]) => value === null).map(([key]) => key),
  };
}

function problemWith(key: string, value: unknown): string | undefined {
  if ((TEXT_KEYS as readonly string[]).includes(key) && value !== null && typeof value !== 'string') {
    return 'Not a valid string.';
  }
  if (key === 'name' && (value === null || value === '')) return 'This field may not be blank.';
  const unstorable = unstorableReason({ [key]: value });
  return unstorable === undefined ? undefined : `The text ${unstorable}.`;
}

export const ORGANIZATION_TYPES = ['non-profit', 'government', 'educational', 'commercial', 'none'] as const;
export type OrganizationType = (typeof ORGANIZATION_TYPES)[number];

/** Personal organization of an account, kept in the details of its profile (decision 136). */
export interface Organization {
  readonly uid: string;
  readonly name: string;
  /** Empty without one. */
  readonly website: string;
  readonly type: OrganizationType;
}

/** Absent members stay. */
export interface OrganizationChange {
  readonly name?: string | undefined;
  readonly website?: string | undefined;
  readonly type?: string | undefined;
}

/** Every account has exactly one organization, named after the user until the profile names one. */
export function organizationOf(account: {
  readonly username: string;
  readonly extraDetails: ExtraDetails;
  readonly extraDetailsUid: string;
}): Organization {
  const { organization, organization_website: website, organization_type: type } = account.extraDetails;
  return {
    uid: `${UID_PREFIX.organization}${account.extraDetailsUid.slice(UID_PREFIX.user.length)}`,
    name: textOf(organization) || `${account.username}'s organization`,
    website: textOf(website),
    type: ORGANIZATION_TYPES.find((each) => each === type) ?? 'none',
  };
}

/** Returns the change as one of the profile. */
export function organizationDetails({ name, website, type }: OrganizationChange): ExtraDetails {
  return {
    ...(name !== undefined && { organization: name }),
    ...(website !== undefined && { organization_website: website }),
    ...(type !== undefined && { organization_type: type }),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
