import type { SurveyRow } from '../content/content';

const MARK = 'hxl:';

/** The humanitarian tag of a question and its attributes, such as `#affected+f`; undefined: it has none. */
export function hxlTag({ tags }: SurveyRow): string | undefined {
  if (!Array.isArray(tags)) return undefined;
  const parts = tags.flatMap((tag) =>
    typeof tag === 'string' && tag.startsWith(MARK) ? [tag.slice(MARK.length)] : [],
  );
  return parts.length === 0 ? undefined : parts.join('');
}
