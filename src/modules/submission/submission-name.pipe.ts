import { Injectable, type PipeTransform } from '@nestjs/common';
import { WrongStateError } from '../../domain/errors';

/** What stands in the place of a name and is a path of its own, with other verbs. */
const PATHS: ReadonlySet<string> = new Set(['bulk', 'changes', 'validation_statuses']);

/** What a path calls a submission by: its number, or an identifier. */
@Injectable()
export class SubmissionNamePipe implements PipeTransform<string, string> {
  /** @throws WrongStateError for a path that lacks the verb */
  transform(name: string): string {
    if (PATHS.has(name)) {
      throw new WrongStateError('The path does not take this method; `Allow` names those that it takes.');
    }
    return name;
  }
}
