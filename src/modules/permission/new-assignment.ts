import { randomBytes } from 'node:crypto';
import { generateUid, UID_PREFIX } from '../../domain/asset/uid';
import type { Codename } from '../../domain/permission/codename';
import type { StoredPartialGrants } from '../../domain/permission/partial-grant';
import type { NewAssignment } from './permission.repository';

/** @param partialGrants filters; ignored unless the codename is partial_submissions */
export function newAssignment(
  userId: number,
  codename: Codename,
  partialGrants: StoredPartialGrants | null = null,
): NewAssignment {
  return {
    uid: generateUid(UID_PREFIX.permissionAssignment, randomBytes),
    userId,
    codename,
    partialGrants: codename === 'partial_submissions' ? partialGrants : null,
  };
}
