import type { Filter } from '../../../src/domain/query/mongo-expression';
import type { SubmissionField } from '../../../src/domain/query/submission-field';

const depth: SubmissionField = { source: 'answer', path: 'pump/depth' };
const submittedBy: SubmissionField = { source: 'column', column: 'submittedBy' };
const status: SubmissionField = { source: 'system', path: ['_validation_status', 'uid'] };
const child: SubmissionField = { source: 'answer', path: 'child' };

/** Filter with one condition of each kind, to show the statement of each. */
export const EVERY_KIND_OF_FILTER: Filter<SubmissionField> = {
  kind: 'and',
  of: [
    { kind: 'compare', field: { source: 'column', column: 'id' }, relation: 'gt', value: 100 },
    { kind: 'compare', field: depth, relation: 'lte', value: 30 },
    { kind: 'compare', field: depth, relation: 'eq', value: 'deep' },
    { kind: 'in', field: submittedBy, values: ['mary', 'otieno'] },
    { kind: 'exists', field: status },
    {
      kind: 'not',
      of: {
        kind: 'or',
        of: [
          { kind: 'search', field: depth, text: 'm', at: 'end', ignoreCase: true },
          {
            kind: 'matches',
            field: submittedBy,
            pattern: { source: '^m', ignoreCase: false, multiline: false, dotAll: false, extended: false },
          },
        ],
      },
    },
    { kind: 'length', field: child, length: 2 },
    {
      kind: 'some',
      field: child,
      where: { kind: 'compare', field: { source: 'member', path: ['age'] }, relation: 'lt', value: 5 },
    },
  ],
};
