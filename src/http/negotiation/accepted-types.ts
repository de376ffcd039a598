interface MediaRange {
  readonly range: string;
  readonly quality: number;
}

/**
 * Returns whether an Accept header accepts one of the media types; the most specific range decides (RFC 9110 12.5.1).
 * Ignores parameters other than `q`: clients send a charset, which JSON does not have.
 */
export function acceptsAny(accept: string, types: readonly string[]): boolean {
  const ranges = accept.toLowerCase().split(',').map(readRange);
  return types.some((type) => {
    const [family = ''] = type.split('/');
    const mostSpecific = [type, `${family}/*`, '*/*']
      .map((wanted) => ranges.find(({ range }) => range === wanted))
      .find((found) => found !== undefined);
    return mostSpecific !== undefined && mostSpecific.quality > 0;
  });
}

/** Returns the media types that an Accept header names explicitly. */
export function namedTypes(accept: string, types: readonly string[]): string[] {
  const ranges = accept.toLowerCase().split(',').map(readRange);
  return types.filter((type) => ranges.some(({ range, quality }) => range === type && quality > 0));
}

function readRange(text: string): MediaRange {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return { range, quality: quality === undefined ? 1 : Number(quality.slice('q='.length)) };
}
