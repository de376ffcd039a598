import type { Content } from '../content/content';

/** How reports draw each question; free objects of the clients, with the questions filled in (contract-assets 1.1). */
export interface ReportStyles {
  readonly default: unknown;
  readonly specified: Readonly<Record<string, unknown>>;
  readonly kuid_names: Readonly<Record<string, string>>;
}

/** The styles kept for this content: every named question has an entry, and its `$kuid`. */
export function completeReportStyles(
  given: Readonly<Record<string, unknown>>,
  content: Content,
): ReportStyles {
  const rows = content.survey.filter((row) => !row.type.startsWith('end') && row.$autoname !== undefined);
  const chosen = isObject(given['specified']) ? given['specified'] : {};
  return {
    ...given,
    default: given['default'] ?? {},
    specified: Object.fromEntries(rows.map((row) => [row.$autoname!, chosen[row.$autoname!] ?? {}])),
    kuid_names: Object.fromEntries(
      rows.flatMap((row) => (row.$kuid === undefined ? [] : [[row.$autoname!, row.$kuid] as const])),
    ),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
