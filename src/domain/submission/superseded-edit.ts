import { GoneError } from '../errors';

/** Latest edit of a submission that somebody else was editing, too. */
export interface NewerEdit {
  /** Username; null if anonymous. */
  readonly editedBy: string | null;
  readonly editedAt: Date;
}

/** 410. The submission was changed since its editor opened it. */
export class SupersededEditError extends GoneError {
  /** Explains it to the editor. */
  readonly sentence: string;

  /** @param message for clients, which match it */
  constructor(message: string, newer: NewerEdit) {
    super(message);
    this.sentence = newerEditSentence(newer);
  }
}

function newerEditSentence({ editedBy, editedAt }: NewerEdit): string {
  const time = `${editedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const who = editedBy ?? 'A person without an account';
  return `${who} changed this submission at ${time} while you were editing. Open it again and repeat your changes.`;
}
