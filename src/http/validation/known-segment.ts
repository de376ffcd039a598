import type { PipeTransform } from '@nestjs/common';
import { NotFoundError } from '../../domain/errors';

/**
 * Pipe for a path segment that names one of a fixed set; any other segment is 404.
 * @param find returns the named value; undefined: there is none
 */
export const KnownSegment = <Value>(
  find: (segment: string) => Value | undefined,
): PipeTransform<string, Value> => ({
  transform(segment) {
    const found = find(segment);
    if (found === undefined) throw new NotFoundError();
    return found;
  },
});
