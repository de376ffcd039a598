import { allOf, type Filter } from '../query/filter';
import type { FeedField, KeyPart } from './feed-field';
import type { EntityName } from './feed-resource';

/** Holds for the one row. */
export function named({ set, submission, index }: EntityName): Filter<FeedField> {
  const isTop = set.chains.length === 0;
  return allOf([equals('submission', submission), ...(isTop ? [] : [equals('index', index)])]);
}

/** Holds for the rows inside a row: at the top level for all of the submission. */
export function childrenOf({ set, submission, index }: EntityName): Filter<FeedField> {
  const isTop = set.chains.length === 0;
  return allOf([equals('submission', submission), ...(isTop ? [] : [equals('parentIndex', index)])]);
}

function equals(part: KeyPart, value: number): Filter<FeedField> {
  return { kind: 'compare', field: { source: 'key', part, type: 'Edm.Int64' }, relation: 'eq', value };
}
