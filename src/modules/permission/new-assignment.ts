import { randomBytes } from 'node:crypto';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import type { Codename } from '../../domain/permission/codename';
import type { KeptPartialGrants } from '../../domain/permission/partial-grant';
import type { NewAssignment } from './permission.repository';

/** An assignment ready to be stored. @param partialGrants what one of partial_submissions says */
export function newAssignment(
  userId: number,
  codename: Codename,
  partialGrants: KeptPartialGrants | null = null,
): NewAssignment {
  return {
    uid: makeUid(UID_PREFIX.permissionAssignment, randomBytes),
    userId,
    codename,
    partialGrants: codename === 'partial_submissions' ? partialGrants : null,
  };
}
