import type { SurveyRow } from '../content/content';

const PREFIX = 'hxl:';

/** HXL (Humanitarian Exchange Language) tag of a question with attributes, such as `#affected+f`; undefined without one. */
export function hxlTag({ tags }: SurveyRow): string | undefined {
  if (!Array.isArray(tags)) return undefined;
  const parts = tags.flatMap((tag) =>
    typeof tag === 'string' && tag.startsWith(PREFIX) ? [tag.slice(PREFIX.length)] : [],
  );
  return parts.length === 0 ? undefined : parts.join('');
}
