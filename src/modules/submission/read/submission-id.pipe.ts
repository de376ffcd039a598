import { Injectable, type PipeTransform } from '@nestjs/common';
import { WrongStateError } from '../../../domain/errors';

/** Path segments in the position of a submission id that have separate routes, for other methods. */
const RESERVED_PATHS: ReadonlySet<string> = new Set(['bulk', 'changes', 'validation_statuses']);

@Injectable()
export class SubmissionIdPipe implements PipeTransform<string, string> {
  /** @throws WrongStateError for a reserved path, which does not have this method */
  transform(name: string): string {
    if (RESERVED_PATHS.has(name)) {
      throw new WrongStateError('Method not allowed. Use a method listed in the `Allow` header.');
    }
    return name;
  }
}
