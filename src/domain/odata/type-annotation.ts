import type { FilterType } from './odata-function';

/** Type of a property, for `odata.metadata=full`. Clients read numbers as doubles and texts as such without one. */
export function typeAnnotation(name: string, type: FilterType | 'Edm.Decimal'): string {
  if (type === 'Edm.String' || type === 'Edm.Double') return '';
  return `${JSON.stringify(`${name}@odata.type`)}:"#${type.replace('Edm.', '')}",`;
}
