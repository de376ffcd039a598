/** The database did not answer in time; it may have frozen, or the way to it may be gone. */
export class DatabaseSilentError extends Error {
  override readonly name = 'DatabaseSilentError';
  /** `connection_failure`: what PostgreSQL's own codes have for it. */
  readonly code = '08006';

  constructor() {
    super('The database does not answer.');
  }
}
