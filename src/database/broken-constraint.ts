import { QueryFailedError } from 'typeorm';

/** Name of the database constraint that an error says was broken; undefined for any other error. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof QueryFailedError)) return undefined;
  const { constraint } = error.driverError as { constraint?: unknown };
  return typeof constraint === 'string' ? constraint : undefined;
}

/** The database's own code for what went wrong; undefined where it said nothing. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof QueryFailedError)) return undefined;
  const { code } = error.driverError as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
