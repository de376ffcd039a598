import type { SubmissionOrder } from '../../../src/domain/query/submission-order';

export const BY_ID: SubmissionOrder = { by: [], descending: false };
export const NEWEST_FIRST: SubmissionOrder = { by: [], descending: true };
export const LATEST_FIRST: SubmissionOrder = {
  by: [{ field: { source: 'column', column: 'submittedAt' }, type: 'text', descending: true }],
  descending: false,
};
export const SORTED: SubmissionOrder = {
  by: [{ field: { source: 'answer', path: 'pump/depth' }, type: 'text', descending: true }],
  descending: false,
};
export const SORTED_TWICE: SubmissionOrder = {
  by: [...SORTED.by, { field: { source: 'column', column: 'submittedBy' }, type: 'text', descending: false }],
  descending: true,
};
export const SORTED_BY_TYPE: SubmissionOrder = {
  by: [
    { field: { source: 'answer', path: 'depth' }, type: 'number', descending: true },
    { field: { source: 'answer', path: 'seen' }, type: 'time', descending: false },
  ],
  descending: false,
};
