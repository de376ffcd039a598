/** The service can't start, for a reason that whoever starts it can mend: the message says how. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
