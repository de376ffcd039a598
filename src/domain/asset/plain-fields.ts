import { assertBelowLimit } from '../saved-limit';
import type { JsonObject } from '../text/json-members';

/** Fields of an asset that are stored as they are sent, audited when they change, and moved with the asset. */
export interface PlainFields {
  readonly tags: readonly string[];
  readonly reportCustom: JsonObject;
  readonly mapStyles: JsonObject;
  readonly mapCustom: JsonObject;
  readonly advancedFeatures: JsonObject;
}

/** Of a new asset. */
export const PLAIN_DEFAULTS: PlainFields = {
  tags: [],
  reportCustom: {},
  mapStyles: {},
  mapCustom: {},
  advancedFeatures: {},
};

/** The plain fields among others; absent ones stay absent. */
export function plainFields<Fields extends Partial<PlainFields>>(
  fields: Fields,
): Pick<Fields, keyof Fields & keyof PlainFields> {
  const names = Object.keys(PLAIN_DEFAULTS) as (keyof Fields & keyof PlainFields)[];
  const present = names.filter((name) => fields[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, fields[name]])) as typeof fields;
}

/**
 * Projects that were moved, or saved before there was a limit, may have more, and keep them.
 * @throws InvalidError for more saved reports than the maximum, and than are stored
 */
export function assertFewReports(
  given: Partial<PlainFields>,
  stored: Pick<PlainFields, 'reportCustom'> = PLAIN_DEFAULTS,
): void {
  const countOf = ({ reportCustom = {} }: Partial<PlainFields>): number => Object.keys(reportCustom).length;
  if (countOf(given) <= countOf(stored)) return;
  // One more than the maximum is refused.
  assertBelowLimit(countOf(given) - 1, 'The project has', 'saved reports');
}
