import { allOf, type Filter } from '../query/filter';
import type { ODataField, KeyPart } from './odata-field';
import type { EntityKey } from './resource-path';

/** Matches the row with this key. */
export function entityFilter({ set, submission, index }: EntityKey): Filter<ODataField> {
  const isTop = set.chains.length === 0;
  return allOf([equals('submission', submission), ...(isTop ? [] : [equals('index', index)])]);
}

/** Matches the child rows; for a top level row, all rows of the submission. */
export function childrenFilter({ set, submission, index }: EntityKey): Filter<ODataField> {
  const isTop = set.chains.length === 0;
  return allOf([equals('submission', submission), ...(isTop ? [] : [equals('parentIndex', index)])]);
}

function equals(part: KeyPart, value: number): Filter<ODataField> {
  return { kind: 'compare', field: { source: 'key', part, type: 'Edm.Int64' }, relation: 'eq', value };
}
