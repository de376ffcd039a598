import type { Content, SurveyRow } from '../content/content';
import { isJsonObject } from '../text/json-value';

/** Chart styles per question: free-form client objects, completed with all rows (contract-assets 1.1). */
export interface ReportStyles {
  readonly default: unknown;
  readonly specified: Readonly<Record<string, unknown>>;
  readonly kuid_names: Readonly<Record<string, string>>;
}

/** Completes the styles for the content: one entry per row, keyed by name or else `$kuid`. Drops removed rows. */
export function completeReportStyles(
  given: Readonly<Record<string, unknown>>,
  content: Content,
): ReportStyles {
  const rows = content.survey.flatMap((row) => {
    const key = keyOf(row);
    return key === undefined ? [] : [{ key, kuid: row.$kuid }];
  });
  const chosen = isJsonObject(given['specified']) ? given['specified'] : {};
  return {
    ...given,
    default: given['default'] ?? {},
    specified: Object.fromEntries(rows.map(({ key }) => [key, chosen[key] ?? {}])),
    kuid_names: Object.fromEntries(
      rows.flatMap(({ key, kuid }) => (kuid === undefined ? [] : [[key, kuid] as const])),
    ),
  };
}

function keyOf({ name, $kuid }: SurveyRow): string | undefined {
  return name === undefined || name === '' ? $kuid : name;
}
