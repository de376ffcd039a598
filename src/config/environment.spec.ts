import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from './environment';

describe('readEnvironment', () => {
  it('has defaults', () => {
    expect(readEnvironment({})).toMatchObject({
      PORT: 8000,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      ROLE: 'all',
      MAX_BODY_BYTES: 10485760,
      MAX_UPLOAD_BYTES: 104857600,
      TRUST_PROXY: 'false',
      MIGRATE_ON_START: true,
    });
  });

  it('parses numbers and flags, and treats empty text as unset', () => {
    expect(readEnvironment({ PORT: '9000', MIGRATE_ON_START: 'false', PUBLIC_URL: '' })).toMatchObject({
      PORT: 9000,
      MIGRATE_ON_START: false,
    });
  });

  it.each(['files.internal', '10.1.0.0/16, fd00::/8', '::1,localhost,files.example.org'])(
    'accepts %s as download targets',
    (allowed) => {
      expect(readEnvironment({ DOWNLOAD_ALLOW: allowed }).DOWNLOAD_ALLOW).toBe(allowed);
    },
  );

  it.each(['false', '2', 'loopback', '10.0.0.1', 'loopback, 10.1.0.0/16,fd00::/8'])(
    'accepts %s as trusted proxies',
    (setting) => {
      expect(readEnvironment({ TRUST_PROXY: setting }).TRUST_PROXY).toBe(setting);
    },
  );

  it.each(['http://localhost:8000', 'https://survey.example.org', 'http://[::1]:8000'])(
    'accepts %s as the origin of links',
    (origin) => {
      expect(readEnvironment({ PUBLIC_URL: origin }).PUBLIC_URL).toBe(origin);
    },
  );

  it('has no addresses of the operator by default and keeps paths and queries of those that are set', () => {
    expect(readEnvironment({}).TERMS_OF_SERVICE_URL).toBeUndefined();
    expect(readEnvironment({ TERMS_OF_SERVICE_URL: 'https://example.org/terms?lang=en' })).toMatchObject({
      TERMS_OF_SERVICE_URL: 'https://example.org/terms?lang=en',
    });
  });

  it('strips the trailing slash of PUBLIC_URL', () => {
    expect(readEnvironment({ PUBLIC_URL: 'https://survey.example.org/' }).PUBLIC_URL).toBe(
      'https://survey.example.org',
    );
  });

  it('keeps the path of ENKETO_URL and strips the trailing slash', () => {
    expect(
      readEnvironment({ ENKETO_URL: 'https://example.org/enketo/', ENKETO_API_KEY: 'key' }).ENKETO_URL,
    ).toBe('https://example.org/enketo');
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT must be'],
    [{ PORT: '70000' }, 'PORT must be'],
    [{ ROLE: 'queen' }, 'ROLE must be all, api or worker'],
    [{ DATABASE_URL: 'mysql://x', SECRET_KEY: 'x'.repeat(32) }, 'DATABASE_URL must start with postgres://'],
    [{ DATABASE_URL: 'postgres://x/y' }, 'SECRET_KEY is required with DATABASE_URL'],
    [{ STORAGE_URL: 's3://bucket?at=home' }, 'STORAGE_URL has an unknown parameter: at'],
    [
      { STORAGE_URL: 's3://bucket', AWS_ACCESS_KEY_ID: 'key' },
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together',
    ],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY must have at least 32 characters'],
    [{ TRUST_PROXY: 'everybody' }, 'TRUST_PROXY must be'],
    [
      { DATABASE_URL: 'postgres://u:12#3@host/y', SECRET_KEY: 'x'.repeat(32) },
      'DATABASE_URL must be a URL: in',
    ],
    [{ DATABASE_URL: 'postgres://u:12/3@host/y', SECRET_KEY: 'x'.repeat(32) }, 'write %2F for /'],
    [{ STOP_NOTICE_MS: '60001' }, 'STOP_NOTICE_MS must be a whole number of milliseconds from 0 to 60000.'],
    [{ DATABASE_URL: 'postgres://u:p/w@host:x/y', SECRET_KEY: 'x'.repeat(32) }, 'DATABASE_URL must be a URL'],
    [
      { DATABASE_URL: 'postgres://a:1,b:x/y', SECRET_KEY: 'x'.repeat(32) },
      'Separate servers by commas: host1:5432,host2:5432',
    ],
    [
      { DATABASE_URL: 'postgres://a,b/y?target_session_attrs=standby', SECRET_KEY: 'x'.repeat(32) },
      'target_session_attrs is read-write or primary',
    ],
    [{ DATABASE_DIRECT_URL: 'postgres://a/b' }, 'DATABASE_DIRECT_URL requires DATABASE_URL'],
    [{ DATABASE_REPLICA_URL: 'postgres://a/b' }, 'DATABASE_REPLICA_URL requires DATABASE_URL'],
    [{ DATABASE_REPLICA_MAX_LAG_MS: '-1' }, 'DATABASE_REPLICA_MAX_LAG_MS must be a whole number'],
    [{ TRUST_PROXY: '300.1.1.1' }, 'TRUST_PROXY must be'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must be'],
    [{ TRUST_PROXY: 'loopback,' }, 'TRUST_PROXY must be'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be'],
    [{ PUBLIC_URL: 'survey' }, 'PUBLIC_URL must be an address'],
    [{ PUBLIC_URL: 'ftp://survey.example.org' }, 'PUBLIC_URL must be an address'],
    [{ PUBLIC_URL: 'https://survey.example.org/kobo' }, 'PUBLIC_URL must be an address'],
    [{ PUBLIC_URL: 'https://ann:secret@survey.example.org' }, 'PUBLIC_URL must be an address'],
    [{ PUBLIC_URL: 'https://survey.example.org/?x' }, 'PUBLIC_URL must be an address'],
    [{ DATABASE_WAIT_SECONDS: '-1' }, 'DATABASE_WAIT_SECONDS must be'],
    [{ MAX_BODY_BYTES: '12' }, 'MAX_BODY_BYTES must be'],
    [{ MAX_FAILED_SIGN_INS: '0' }, 'MAX_FAILED_SIGN_INS must be'],
    [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL must be an address'],
    [{ SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'a@example.org' }, 'SMTP_URL requires PUBLIC_URL'],
    [{ SMTP_URL: 'smtp://mail.example.org', PUBLIC_URL: 'https://x' }, 'SMTP_URL requires MAIL_FROM'],
    [{ MAIL_FROM: 'surveys' }, 'MAIL_FROM must be an address'],
    [{ ENKETO_URL: 'enketo' }, 'ENKETO_URL must be an address'],
    [{ ENKETO_URL: 'https://ann:secret@enketo.example.org' }, 'ENKETO_URL must be an address'],
    [{ ENKETO_URL: 'https://enketo.example.org/?x' }, 'ENKETO_URL must be an address'],
    [{ ENKETO_URL: 'https://enketo.example.org' }, 'ENKETO_URL and ENKETO_API_KEY belong together'],
    [{ ENKETO_API_KEY: 'key' }, 'ENKETO_URL and ENKETO_API_KEY belong together'],
    [{ TERMS_OF_SERVICE_URL: 'terms' }, 'TERMS_OF_SERVICE_URL must be an address'],
    [{ SUPPORT_URL: 'javascript:alert(1)' }, 'SUPPORT_URL must be an address'],
    [{ SUPPORT_URL: 'https://ann:secret@example.org/' }, 'SUPPORT_URL must be an address'],
    [{ SUPPORT_EMAIL: 'help' }, 'SUPPORT_EMAIL must be an e-mail address'],
    [{ DOWNLOAD_ALLOW: '10.0.0.0/33' }, 'DOWNLOAD_ALLOW must be'],
    [{ DOWNLOAD_ALLOW: 'files.internal,' }, 'DOWNLOAD_ALLOW must be'],
    [{ DOWNLOAD_ALLOW: 'https://files.internal/' }, 'DOWNLOAD_ALLOW must be'],
  ])('rejects %j', (variables, message) => {
    expect(() => readEnvironment(variables)).toThrow(message);
  });

  it('reports all invalid variables at once', () => {
    expect(() => readEnvironment({ PORT: 'x', ROLE: 'y' })).toThrow(/PORT[\s\S]*ROLE/);
  });

  describe('secrets in files', () => {
    let folder: string;
    let file: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'secrets-'));
      file = join(folder, 'secret');
      writeFileSync(file, `${'s'.repeat(40)}\n`);
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it('are read without the trailing line break', () => {
      expect(readEnvironment({ SECRET_KEY_FILE: file, SUPERUSER_PASSWORD_FILE: file })).toMatchObject({
        SECRET_KEY: 's'.repeat(40),
        SUPERUSER_PASSWORD: 's'.repeat(40),
      });
    });

    it('are validated, and never shown', () => {
      const read = () => readEnvironment({ DATABASE_URL_FILE: file });
      expect(read).toThrow('DATABASE_URL must start with postgres://');
      expect(read).not.toThrow('sss');
    });

    it('are rejected if the variable itself is set too', () => {
      expect(() => readEnvironment({ SECRET_KEY: 'x'.repeat(32), SECRET_KEY_FILE: file })).toThrow(
        'SECRET_KEY and SECRET_KEY_FILE are both set. Unset one of them.',
      );
    });

    it('are rejected when the file is missing', () => {
      expect(() =>
        readEnvironment({ DATABASE_URL: 'postgres://a/b', SECRET_KEY_FILE: '/nowhere/at/all' }),
      ).toThrow(
        /^SECRET_KEY_FILE=\/nowhere\/at\/all cannot be read \(ENOENT\)\. Name a file that this process may read\.$/,
      );
    });
  });
});
