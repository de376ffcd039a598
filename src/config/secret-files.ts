import { readFileSync } from 'node:fs';

/** Variables that hold a secret; `<name>_FILE` names a file that holds it instead, as containers are given secrets. */
const SECRETS = [
  'DATABASE_URL',
  'SECRET_KEY',
  'SUPERUSER_PASSWORD',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'ENKETO_API_KEY',
];

export interface Variables {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** One sentence for each file that can't be taken. */
  readonly problems: readonly string[];
}

/** The variables with the secrets that files hold, without the line's end that editors put behind them. */
export function withSecretFiles(given: Readonly<Record<string, string | undefined>>): Variables {
  const variables = { ...given };
  const problems: string[] = [];
  for (const name of SECRETS) {
    const path = given[`${name}_FILE`];
    if (path === undefined || path === '') continue;
    if (given[name] !== undefined && given[name] !== '') {
      problems.push(`${name} and ${name}_FILE are both set: leave out one of them.`);
      continue;
    }
    try {
      variables[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      problems.push(`${name}_FILE=${path} can't be read (${code}): name a file that this process may read.`);
    }
  }
  return { variables, problems };
}
