export type Command = (args: string[]) => Promise<number>;

/** Commands that load modules of the service, or packages of it. */
export const COMMANDS = {
  user: async () => (await import('./commands/user.js')).user,
  message: async () => (await import('./commands/message.js')).message,
  database: async () => (await import('./commands/database.js')).database,
  migrate: async () => (await import('./commands/migrate.js')).migrate,
  'export-account': async () => (await import('./commands/account.js')).exportAccount,
  'import-account': async () => (await import('./commands/account.js')).importAccount,
  'migrate-from': async () => (await import('./commands/migrate-from.js')).migrateFrom,
  backup: async () => (await import('./commands/backup.js')).backup,
  verify: async () => (await import('./commands/backup.js')).verify,
  restore: async () => (await import('./commands/backup.js')).restore,
  'secret-key': async () => (await import('./commands/secret-key.js')).secretKey,
  storage: async () => (await import('./commands/storage.js')).storage,
  demo: async () => (await import('./demo/demo.js')).demo,
} as const satisfies Readonly<Record<string, () => Promise<Command>>>;
