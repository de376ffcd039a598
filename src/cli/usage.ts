/** A call of the command line that can't be carried out as it was typed; the sentence goes to the terminal. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const USAGE = `Usage: npm run cli -- COMMAND

  user create NAME --password P [--email E] [--superuser]   make an account
  user token NAME                                           print its API token, made if need be
  migrate                                                   bring the database to this version's schema
  xlsform to-xform IN OUT.xml [--kobo UID]                  convert a form
  xlsform to-xform IN… --out-dir DIR                        convert many, one line each
  xlsform to-content IN OUT.json                            read a form as the content of an asset
  xlsform check IN                                          list everything that is wrong with a form
  demo [--url URL] [--username U] [--password P]            fill a running service with a survey and answers

Commands about accounts work while the service runs on the embedded database, and when it does not.
`;
