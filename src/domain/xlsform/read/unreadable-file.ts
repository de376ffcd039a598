import { InvalidError } from '../../errors';

/** Existing clients match this text. */
const UNSUPPORTED = 'Unsupported format, or corrupt file';

/** The file cannot be read; `reason` completes the sentence, with a fix. */
export class UnreadableFileError extends InvalidError {
  constructor(reason: string) {
    super(`${UNSUPPORTED}: ${reason}`);
  }
}
