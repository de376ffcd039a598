import { InvalidError } from '../../errors';

/** What existing clients look for in the error of an import that is no workbook at all. */
const UNSUPPORTED = 'Unsupported format, or corrupt file';

/** The file as a whole can't be read: `reason` is the rest of the sentence, with what to do about it. */
export class UnreadableFileError extends InvalidError {
  constructor(reason: string) {
    super(`${UNSUPPORTED}: ${reason}`);
  }
}
