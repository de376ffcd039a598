import { ASSET, operation, type RoutedOperation, type Target } from './operation';
import { bulk, DELETED, REMOVES } from './request-bodies';

const PURGES = { sees: 'view_submissions', changes: ['audit_entry', ...DELETED] } as const;
const bulkDeleted = ({ deleted }: Target) => ({ payload: { submission_ids: [deleted] } });

/** Requests that delete submissions, and on deleted ones. */
export const DELETED_OPERATIONS: readonly RoutedOperation[] = [
  operation(`DELETE ${ASSET}/data/:id`, 'delete_submissions', REMOVES),
  operation(`DELETE ${ASSET}/data/bulk`, 'delete_submissions', { ...REMOVES, succeeds: 200, body: bulk }),
  operation(`GET ${ASSET}/data/deleted`, 'delete_submissions', { sees: 'view_submissions' }),
  operation(`GET ${ASSET}/data/deleted/:id`, 'delete_submissions', { sees: 'view_submissions' }),
  operation(`DELETE ${ASSET}/data/deleted`, 'delete_submissions', {
    ...PURGES,
    succeeds: 200,
    body: bulkDeleted,
  }),
  operation(`POST ${ASSET}/data/deleted/restore`, 'delete_submissions', {
    ...REMOVES,
    succeeds: 200,
    body: bulkDeleted,
  }),
];
