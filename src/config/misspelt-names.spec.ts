import { misspeltVariables } from './environment';

describe('misspeltVariables', () => {
  it.each([
    ['MAX_UPLOAD_BYTE', 'MAX_UPLOAD_BYTES'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DATABASE-URL', 'DATABASE_URL'],
    ['SECRETE_KEY', 'SECRET_KEY'],
    ['SECRET_KEY_FIEL', 'SECRET_KEY_FILE'],
    ['PUBLC_URL', 'PUBLIC_URL'],
    ['PROT', 'PORT'],
    ['PORTT', 'PORT'],
    ['ENKETO_APIKEY', 'ENKETO_API_KEY'],
    ['DELETED_ASSET_KEPT_DAY', 'DELETED_ASSETS_KEPT_DAYS'],
  ])('names %s, with %s as the nearest', (name, nearest) => {
    expect(misspeltVariables({ [name]: '5' })).toEqual([
      `The variable ${name} has no effect. Did you mean ${nearest}?`,
    ]);
  });

  it('says nothing of settings, and of variables of other programs', () => {
    const settings = ['MAX_UPLOAD_BYTES', 'DATABASE_URL_FILE', 'SOURCE_TOKEN', 'SOURCE_PASSWORD', 'PORT'];
    const foreign = [
      ...[
        'HOME',
        'HOSTNAME',
        'HOSTTYPE',
        'PATH',
        'PWD',
        'OLDPWD',
        'SHELL',
        'SHLVL',
        'LANG',
        'LC_ALL',
        'TERM',
      ],
      ...['POST', 'SORT', 'COST', 'RULE', 'MAIL', 'LOGNAME', 'USER', 'TZ', 'EDITOR', 'PAGER', 'DISPLAY', '_'],
      ...[
        'PGHOST',
        'PGPORT',
        'PGUSER',
        'PGDATA',
        'PGDATABASE',
        'POSTGRES_USER',
        'POSTGRES_DB',
        'DATABASE_USER',
      ],
      ...['AWS_DEFAULT_REGION', 'AWS_PROFILE', 'AWS_ROLE_ARN', 'AWS_WEB_IDENTITY_TOKEN_FILE'],
      ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'npm_config_cache', 'npm_command', 'INIT_CWD'],
      ...[
        'KUBERNETES_PORT',
        'KUBERNETES_SERVICE_HOST',
        'DATABASE_PORT',
        'DATABASE_SERVICE_HOST',
        'SMTP_USER',
      ],
      ...['HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'SSH_AUTH_SOCK', 'XDG_DATA_DIRS', 'XDG_DATA_HOME', 'DEBUG'],
    ];
    const given = Object.fromEntries([...settings, ...foreign].map((name) => [name, '1']));
    expect(misspeltVariables(given)).toEqual([]);
  });
});
