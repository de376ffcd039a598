/** The database did not respond in time: it hangs, or the network is down. */
export class DatabaseTimeoutError extends Error {
  override readonly name = 'DatabaseTimeoutError';
  readonly code = '08006';

  constructor() {
    super('The database does not respond.');
  }
}
