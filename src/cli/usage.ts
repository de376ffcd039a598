import { COMMAND_LINE } from '../config/command-line';
import { VERSION } from '../config/version';

/** A call of the command line that can't be carried out as it was typed; the sentence goes to the terminal. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** By which it is known: a command that is a file of its own has a class of its own, too. */
  readonly code = 'ERR_USAGE';
}

/** All that can be typed, as `help` shows it. */
export const USAGE = `fieldhouse ${VERSION}. Usage: ${COMMAND_LINE} COMMAND

  user create NAME [--email E] [--superuser]                make an account
  user password NAME                                        give it another password, which ends all its sessions
  user token NAME                                           print its API token, made if need be
  migrate                                                   bring the database to this version's schema
  backup FOLDER                                             write a backup, while the service runs
  verify FOLDER                                             read every byte of a backup
  restore FOLDER                                            fill an empty service with a backup
  storage migrate [--from URL] [--to URL]                   copy files between a folder and S3
  xlsform to-xform IN OUT.xml [--kobo UID]                  convert a form
  xlsform to-xform IN… --out-dir DIR                        convert many, one line each
  xlsform to-content IN OUT.json                            read a form as the content of an asset
  xlsform check IN                                          list everything that is wrong with a form
  demo [--url URL] [--username U] [--password P]            fill a running service with a survey and answers

--version tells the version. Commands about accounts work while the service runs on the embedded database, and when it does not.
`;

/** What the words after some commands mean. */
const DETAILS: Readonly<Record<string, string>> = {
  'storage migrate': `
  --from URL     where the files are, as STORAGE_URL says it; where this service keeps them when it is left out
  --to URL       where they shall be; where this service keeps them when it is left out
`,
  'user password': `
  --password P   at least 8 characters; else it is asked for, or read from the first line of the input
`,
  'user create': `
  NAME           3 to 150 characters out of a-z, 0-9, "_", "." and "-"
  --password P   at least 8 characters; else it is asked for, or read from the first line of the input
  --email E      where the person can be reached
  --superuser    the account may do everything, and make other accounts
`,
};

/** What can be typed after these words, all of it when no command begins so. */
export function usageOf(words: readonly string[]): string {
  const command = words.join(' ');
  const lines = USAGE.split('\n').filter((line) => line.startsWith(`  ${command} `));
  if (lines.length === 0) return words.length > 1 ? usageOf(words.slice(0, -1)) : USAGE;
  return `Usage: ${COMMAND_LINE} COMMAND\n\n${lines.join('\n')}\n${DETAILS[command] ?? ''}`;
}
