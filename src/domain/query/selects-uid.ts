import type { AssetField } from './asset-field';
import type { Filter } from './filter';

/** True if every match is named by its uid, as in `uid:aSAvYreNzVEkrWg5Gdcvg2`. */
export function selectsUid(filter: Filter<AssetField>): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.of.some(selectsUid);
    case 'or':
      return filter.of.length > 0 && filter.of.every(selectsUid);
    case 'compare':
      return filter.relation === 'eq' && isUid(filter.field);
    case 'in':
      return isUid(filter.field);
    case 'search':
      return filter.at === 'whole' && isUid(filter.field);
    case 'not':
    case 'exists':
    case 'matches':
    case 'some':
    case 'length':
      return false;
  }
}

function isUid(field: AssetField): boolean {
  return field.of === 'asset' && field.source === 'column' && field.column === 'uid';
}
