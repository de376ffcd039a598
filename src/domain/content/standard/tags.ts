/** Tags of a survey row: words of `tags`, and parts of `hxl` with the prefix "hxl:" (contract-xlsform 2.1). */
const HXL = 'hxl:';
const HXL_PART = /[#+][\p{L}\p{N}_]+/gu;

/** Parses both cells; words first, in any order of columns. */
export function parseTags(tags: unknown, hxl: unknown): string[] {
  const given: unknown[] = Array.isArray(tags) ? tags : typeof tags === 'string' ? tags.split(/\s+/) : [];
  const words = given.filter((word): word is string => typeof word === 'string' && word !== '');
  const parts = typeof hxl === 'string' ? (hxl.match(HXL_PART) ?? []).map((part) => HXL + part) : [];
  const all = new Set([...words, ...parts]);
  return [...all].filter((tag) => !tag.startsWith(HXL)).concat([...all].filter((tag) => tag.startsWith(HXL)));
}

/** Formats a list of tags as `tags` and `hxl` cells; empty text if there are none. */
export function formatTags(tags: readonly string[]): { tags: string; hxl: string } {
  return {
    tags: tags.filter((tag) => !tag.startsWith(HXL)).join(' '),
    hxl: tags
      .filter((tag) => tag.startsWith(HXL))
      .map((tag) => tag.slice(HXL.length))
      .join(''),
  };
}
