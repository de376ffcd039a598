import type { MigrationReport } from './migration-report';

/** Kinds of servers: KoboToolbox or another instance of this service, and ODK Central. */
export const SOURCE_KINDS = ['kobo', 'central'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Opens an account at a source: a token, or at ODK Central an e-mail address with its password. */
export type SourceSecret = { readonly token: string } | { readonly email: string; readonly password: string };

export interface SourceCredentials {
  readonly from: SourceKind;
  /** Address of the server. */
  readonly source: string;
  readonly secret: SourceSecret;
}

/** Assets of one task. */
export const MAX_MIGRATION_ASSETS = 100;

/** Projects that a user moves to their account. */
export interface MigrationRequest {
  readonly from: SourceKind;
  /** Address of the server, without a trailing slash. */
  readonly source: string;
  readonly assetUids: readonly string[];
}

/** Asset that a task works on; the task counts its submissions. */
export interface MigrationStep {
  readonly phase: 'moving' | 'comparing';
  readonly uid: string;
  readonly name: string;
  /** Position among the assets, from 1. */
  readonly position: number;
  readonly total: number;
  /** ISO 8601. */
  readonly started: string;
}

export interface MigrationMessages {
  readonly report?: MigrationReport;
  readonly error?: string;
}

export interface MigrationSpeed {
  readonly perSecond: number;
  /** Until all submissions of the step are done; null if their number is unknown. */
  readonly secondsLeft: number | null;
}

/** Undefined before the first submission. @param seconds since the phase started */
export function migrationSpeed(
  done: number,
  total: number | null,
  seconds: number,
): MigrationSpeed | undefined {
  if (done <= 0 || seconds <= 0) return undefined;
  const perSecond = done / seconds;
  return { perSecond, secondsLeft: total === null ? null : Math.max(0, total - done) / perSecond };
}
