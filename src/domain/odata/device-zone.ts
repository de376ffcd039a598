import type { MergedField } from '../form-history/merged-schema';
import { zoneOf } from './edm-value';

/** Paths of the answers of a submission that tell the zone of the device: `start`, then `end`. */
export function zonePathsOf(fields: readonly MergedField[]): string[] {
  return ['start', 'end'].flatMap((type) =>
    fields.filter((field) => field.type === type).flatMap(({ paths }) => [...new Set(paths.values())]),
  );
}

/** Zone of the device of a submission; undefined if unknown. */
export function deviceZone(
  submission: Readonly<Record<string, unknown>>,
  zonePaths: readonly string[],
): string | undefined {
  for (const path of zonePaths) {
    const time = submission[path];
    const zone = typeof time === 'string' ? zoneOf(time) : undefined;
    if (zone !== undefined) return zone;
  }
  return undefined;
}
