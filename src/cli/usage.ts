import { COMMAND_LINE } from '../config/command-line';
import { VERSION } from '../config/version';

/** Invalid arguments; the message is printed with the command that shows the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** Checked instead of the class: separately bundled commands have their own copy of it. */
  readonly code = 'ERR_USAGE';
}

export const USAGE = `fieldhouse ${VERSION}. Usage: ${COMMAND_LINE} COMMAND

  user create NAME [--email E] [--superuser]                create a user
  user password NAME                                        change the password, which revokes all tokens and sessions
  user token NAME                                           print the API token; creates one if there is none
  user mfa NAME [--reset] [--require | --optional]          show, reset or require the second factor
  message create --title T --body B --until TIME            send a message to all users; prints its uid
  message list                                              list the messages to all users that have not ended
  message end UID                                           end a message
  migrate                                                   migrate the database schema to this version
  migrate-from URL [--dry-run]                              move from KoboToolbox or ODK Central, or compare again
  export-account NAME FOLDER                                write all of an account as open files
  import-account FOLDER                                     read an export of an account
  database distribute [--shards N] [--dry-run]              distribute submissions over a Citus cluster
  backup FOLDER                                             write a backup; the service may be running
  verify FOLDER                                             verify all checksums of a backup
  restore FOLDER                                            restore a backup into an empty service
  secret-key reseal                                         encrypt all secrets with SECRET_KEY, after it was changed
  storage migrate [--from URL] [--to URL]                   copy files between a folder and S3
  xlsform to-xform IN OUT.xml [--kobo UID]                  convert an XLSForm to an XForm
  xlsform to-xform IN… --out-dir DIR                        convert several XLSForms; prints one line per form
  xlsform to-content IN OUT.json                            convert a form to asset content
  xlsform check IN                                          list all errors and warnings of a form
  demo [--url URL] [--username U] [--password P] [--past]   create a demo survey with submissions in a running service

--version prints the version. The user commands also work while the service runs on the embedded database.
`;

const DETAILS: Readonly<Record<string, string>> = {
  'database distribute': `
  --shards N     parts of each table, more than nodes will ever be; default: 32
  --dry-run      print the nodes, and the size of what would be copied
`,
  demo: `
  --past    spread the submissions over 60 days; needs the DATABASE_URL or DATA_DIR of the service
`,
  'migrate-from': `
  URL                address of the server, such as https://kf.kobotoolbox.org
                     The API token is read from the variable SOURCE_TOKEN, or from --token-file.
  --from KIND        kobo (default; another fieldhouse too), or central for ODK Central
  --owner NAME       central: user here that will own everything
  --project P        central: move this project only, by id or name; repeatable
  --email E          central: sign in with this address, and the password of the variable SOURCE_PASSWORD
                     or of --password-file; without it SOURCE_TOKEN is the token of a session
  --links FILE       central: create a collector link for each app user, and append form id, form, app user and link
                     to this CSV file; needs PUBLIC_URL
  --token-file FILE  file with the API token of an account, or of a superuser to move all accounts
  --dry-run          tell what would be moved and what could not, without writing anything
  --user NAME        move the assets of this user only; repeatable
  --asset UID        move this asset only; repeatable
  --create-users     create deactivated accounts without a password for users that are missing here
  --concurrency N    requests at once; default: 4
  --rate N           requests per second; default: 20
  --allow-private    allow a server with an address of a private network
  --verify-files     read all attachments again to compare their SHA-256
  --report FILE      write the report as JSON
`,
  'import-account': `
  --user NAME        owner here; default: the username of the export
  --create-users     create deactivated accounts without a password for users that are missing here
  --dry-run          tell what would be imported and what could not, without writing anything
  --report FILE      write the report as JSON
`,
  'storage migrate': `
  --from URL     source, in the format of STORAGE_URL; default: the storage of this service
  --to URL       target, in the format of STORAGE_URL; default: the storage of this service
`,
  'user password': `
  --password P   at least 8 characters, not a common one; default: prompt, or the first line of standard input
`,
  'user mfa': `
  --reset        delete the authenticator and the recovery codes, after a device was lost
  --require      no sign-in without a second factor; ends sessions that were started without one
  --optional     the opposite; MFA_REQUIRED may still require it
`,
  'message create': `
  --title T      plain text
  --body B       Markdown
  --snippet S    Markdown, shown in lists; default: the body
  --from TIME    such as 2026-03-01T08:00:00Z; default: now
  --until TIME   end of the message
  --always       clients show it again on each start
`,
  'user create': `
  NAME           3 to 150 characters: a-z, 0-9, "_", "." and "-"
  --password P   at least 8 characters, not a common one; default: prompt, or the first line of standard input
  --email E      email address of the user
  --superuser    grant all permissions, including the creation of users
`,
};

/** Usage of the commands that start with these words; of all commands if there is none. */
export function usageOf(words: readonly string[]): string {
  const command = words.join(' ');
  const lines = USAGE.split('\n').filter((line) => line.startsWith(`  ${command} `));
  if (lines.length === 0) return words.length > 1 ? usageOf(words.slice(0, -1)) : USAGE;
  return `Usage: ${COMMAND_LINE} COMMAND\n\n${lines.join('\n')}\n${DETAILS[command] ?? ''}`;
}
