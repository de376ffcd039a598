/**
 * Tags of a survey row (contract-xlsform 2.1): the words of a `tags` column, and the parts of an `hxl` column with "hxl:"
 * before them.
 */
const HXL = 'hxl:';
const HXL_PART = /[#+][\p{L}\p{N}_]+/gu;

/** The list of tags out of both cells; words first, so that one order is kept whatever the order of columns. */
export function parseTags(tags: unknown, hxl: unknown): string[] {
  const given: unknown[] = Array.isArray(tags) ? tags : typeof tags === 'string' ? tags.split(/\s+/) : [];
  const words = given.filter((word): word is string => typeof word === 'string' && word !== '');
  const parts = typeof hxl === 'string' ? (hxl.match(HXL_PART) ?? []).map((part) => HXL + part) : [];
  const all = new Set([...words, ...parts]);
  return [...all].filter((tag) => !tag.startsWith(HXL)).concat([...all].filter((tag) => tag.startsWith(HXL)));
}

/** The `tags` and `hxl` cells of a list of tags; empty text where there is nothing to write. */
export function formatTags(tags: readonly string[]): { tags: string; hxl: string } {
  return {
    tags: tags.filter((tag) => !tag.startsWith(HXL)).join(' '),
    hxl: tags
      .filter((tag) => tag.startsWith(HXL))
      .map((tag) => tag.slice(HXL.length))
      .join(''),
  };
}
