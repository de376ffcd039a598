import type { SourceGrant } from '../../domain/migration/source-types';
import { isCodename } from '../../domain/permission/codename';
import {
  isPartialCodename,
  type PartialCodename,
  type SubmissionFilter,
} from '../../domain/permission/permission-set';
import type { AssignmentRequest } from '../permission/permission-assignment.service';

/**
 * Assignments to request for the grants of a source. Users that are unknown here are left out.
 * @param report receives grants that this service does not have, as sentences
 */
export function grantRequests(
  grants: readonly SourceGrant[],
  known: ReadonlySet<string>,
  report: (problem: string) => void,
): AssignmentRequest[] {
  return grants.flatMap(({ username, codename, partial = [] }): AssignmentRequest[] => {
    if (!known.has(username)) return [];
    if (!isCodename(codename)) {
      report(`The permission ${codename} of ${username} is unknown`);
      return [];
    }
    if (codename !== 'partial_submissions') return [{ username, grant: { codename } }];
    const partialGrants = partial.flatMap(([name, filters]): [PartialCodename, SubmissionFilter][] =>
      isCodename(name) && isPartialCodename(name) ? [[name, filters]] : [],
    );
    return [{ username, grant: { codename, partialGrants } }];
  });
}
