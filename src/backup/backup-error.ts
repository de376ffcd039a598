/** A backup can't be created, read or restored. The message says how to fix it. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
