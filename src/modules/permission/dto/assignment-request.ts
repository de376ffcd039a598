import { InvalidError } from '../../../domain/errors';
import { type Codename, isCodename } from '../../../domain/permission/codename';
import { resourceName } from '../../../http/url/resource-path';
import type { AssignPermissionDto } from './assign-permission.dto';

/** Reads whom and what two hyperlinks name. @throws InvalidError with a sentence per field */
export function readAssignmentRequest(dto: AssignPermissionDto): { username: string; codename: Codename } {
  const username = resourceName(dto.user, 'users');
  if (username === undefined) throw new InvalidError({ user: ['Invalid hyperlink - No URL match.'] });
  const codename = resourceName(dto.permission, 'permissions');
  if (codename === undefined) throw new InvalidError({ permission: ['Invalid hyperlink - No URL match.'] });
  if (!isCodename(codename)) {
    throw new InvalidError({ permission: ['Invalid hyperlink - Object does not exist.'] });
  }
  return { username, codename };
}
