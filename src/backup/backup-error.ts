/** A backup can't be made, read or restored, for a reason that whoever asked can mend: the message says how. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
