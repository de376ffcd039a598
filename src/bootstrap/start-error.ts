/** The service cannot start, for a reason that the operator can fix; the message says how. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
