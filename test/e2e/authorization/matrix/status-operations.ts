import { ASSET, operation, type RoutedOperation } from './operation';
import { APPROVED, bulk } from './request-bodies';

const VALIDATES = {
  sees: 'view_submissions',
  changes: ['audit_entry', 'submission', 'submission_change'],
} as const;
const VALIDATES_MANY = { ...VALIDATES, succeeds: 200, body: bulk } as const;
/** No change has this id. */
const UNDOES = {
  sees: 'view_submissions',
  succeeds: 400,
  body: () => ({ change_id: 'x' }),
} as const;

/** Validation statuses of submissions. */
export const STATUS_OPERATIONS: readonly RoutedOperation[] = [
  operation(`GET ${ASSET}/data/:id/validation_status`, 'view_submissions'),
  operation(`PATCH ${ASSET}/data/:id/validation_status`, 'validate_submissions', {
    ...VALIDATES,
    body: () => APPROVED,
  }),
  operation(`DELETE ${ASSET}/data/:id/validation_status`, 'validate_submissions', VALIDATES),
  operation(`POST ${ASSET}/data/:id/notes`, 'validate_submissions', {
    sees: 'view_submissions',
    succeeds: 201,
    changes: ['submission_note'],
    body: () => ({ body: 'Which well?' }),
  }),
  operation(`PATCH ${ASSET}/data/validation_statuses`, 'validate_submissions', VALIDATES_MANY),
  operation(`DELETE ${ASSET}/data/validation_statuses`, 'validate_submissions', VALIDATES_MANY),
  operation(`POST ${ASSET}/data/validation_statuses/undo`, 'validate_submissions', UNDOES),
];
