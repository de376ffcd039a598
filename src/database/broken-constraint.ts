import { QueryFailedError } from 'typeorm';

/** Name of the database constraint that an error says was broken; undefined for any other error. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof QueryFailedError)) return undefined;
  const { constraint } = error.driverError as { constraint?: unknown };
  return typeof constraint === 'string' ? constraint : undefined;
}
