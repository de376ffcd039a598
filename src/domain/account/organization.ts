import { UID_PREFIX } from '../asset/uid';
import type { ExtraDetails } from './extra-details';

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
