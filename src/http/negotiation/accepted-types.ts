/** A range of an Accept header. */
interface MediaRange {
  readonly range: string;
  readonly quality: number;
}

/**
 * Whether an Accept header takes one of these media types; the most particular range that covers a type decides (RFC 9110
 * 12.5.1). Parameters other than the quality count for nothing: clients write a charset that no JSON has.
 */
export function acceptsAny(accept: string, types: readonly string[]): boolean {
  const ranges = accept.toLowerCase().split(',').map(readRange);
  return types.some((type) => {
    const [family = ''] = type.split('/');
    const deciding = [type, `${family}/*`, '*/*']
      .map((wanted) => ranges.find(({ range }) => range === wanted))
      .find((found) => found !== undefined);
    return deciding !== undefined && deciding.quality > 0;
  });
}

/** Those of the media types that an Accept header names, whatever else it takes too. */
export function namedTypes(accept: string, types: readonly string[]): string[] {
  const ranges = accept.toLowerCase().split(',').map(readRange);
  return types.filter((type) => ranges.some(({ range, quality }) => range === type && quality > 0));
}

function readRange(text: string): MediaRange {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return { range, quality: quality === undefined ? 1 : Number(quality.slice('q='.length)) };
}
