import { readFileSync } from 'node:fs';

/** Secret variables; `<name>_FILE` may name a file with the value instead (Docker secrets). */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'SECRET_KEY',
  'SECRET_KEY_FALLBACKS',
  'SUPERUSER_PASSWORD',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'ENKETO_API_KEY',
  'SMTP_URL',
];

export interface Variables {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** One message for each unusable file. */
  readonly problems: readonly string[];
}

/** Reads secrets from files, without the line break that editors append. */
export function withSecretFiles(given: Readonly<Record<string, string | undefined>>): Variables {
  const variables = { ...given };
  const problems: string[] = [];
  for (const name of SECRETS) {
    const path = given[`${name}_FILE`];
    if (path === undefined || path === '') continue;
    if (given[name] !== undefined && given[name] !== '') {
      problems.push(`${name} and ${name}_FILE are both set. Unset one of them.`);
      continue;
    }
    try {
      variables[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      problems.push(`${name}_FILE=${path} cannot be read (${code}). Name a file that this process may read.`);
    }
  }
  return { variables, problems };
}
