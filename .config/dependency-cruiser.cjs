/**
 * Import rules. The table below is the architecture: one row per folder or role lists all allowed imports; everything
 * else is refused. dependency-cruiser reads the rules generated from it at the end of this file.
 *
 * Types. `import type` leaves nothing at run time, so `typesOf` lists files of which only types may be imported. This
 * avoids a second description of the same shape: a presenter takes its service's view, a dto makes its service's input,
 * a service passes on its repository's row. It never bypasses a layer: presenters see no entities, and only
 * repositories see TypeORM.
 *
 * Specs beside their sources, and everything in test/, may import what they test.
 */

/** Modules in dependency order: each imports earlier ones only. */
const MODULE_ORDER = [
  'audit',
  'account',
  'permission',
  'media',
  'asset',
  'entity',
  'deployment',
  'submission',
  'report',
  'export',
  'odata',
  'import',
  'web-form',
  'hook',
  'migration',
  'service',
];

/** All folders of src/. Add a new folder here before its first file. */
const FOLDERS = [
  'admission-control',
  'authentication',
  'authorization',
  'backup',
  'bootstrap',
  'browser',
  'cli',
  'concurrency',
  'config',
  'database',
  'domain',
  'events',
  'health',
  'http',
  'jobs',
  'language',
  'mail',
  'modules',
  'openrosa',
  'outbound-http',
  'storage',
  'web',
  'workers',
];

const SPEC = '\\.spec\\.ts$';
const PRODUCT = '^src/';
const OWN_CODE = '^(src|test)/|^ormconfig\\.ts$';

const domain = '^src/domain/';
const domainErrors = '^src/domain/errors\\.ts$';
/** Shared vocabulary for uploaded and stored files. */
const domainFile = '^src/domain/file/';
/** Pure building blocks that every row may import. */
const concurrency = '^src/concurrency/';
const config = '^src/config/';
const http = '^src/http/';
/** Decorators that a controller declares: access policy and request priority. */
const policy = '^src/authorization/policy\\.ts$';
const entities = '^src/database/entities/';
/** Database services that expose neither tables nor TypeORM. */
const databaseServices = [
  '^src/database/unit-of-work/unit-of-work\\.port\\.ts$',
  '^src/database/change-notifications\\.ts$',
  '^src/database/cache/',
  '^src/database/summary/',
];
const ports =
  '^src/((storage|jobs|events|mail)/.*\\.port|outbound-http/(api-client|downloader|sender)|jobs/task/tasks|storage/scratch-space)\\.ts$';
/** Services that run functions of domain/ in worker threads. */
const workers =
  '^src/workers/(export-writer/export-writer|form-engine/form-engine(-types)?|image-resizer/image-resizer|password-strength/password-strength|submission-parser/submission-parser|table-writer/table-(rows|writer))\\.ts$';
const anyModules = (role) => `^src/modules/[^/]+/.*\\.${role}\\.ts$`;
/** `$1` is the module of the importing file. */
const ownModules = (role) => `^src/modules/$1/.*\\.${role}\\.ts$`;
/** Files of the same module without a role suffix, such as password-hasher.ts. */
const ownPlainFiles = '^src/modules/$1/(?!.*\\.(module|controller|presenter|repository|pipe|dto)\\.ts)';

const ORM = ['typeorm', '@nestjs/typeorm', 'pg', 'pg-copy-streams'];
const WEB_SERVER = ['express', 'multer', '@nestjs/platform-express', '@nestjs/passport', 'passport'];
const INPUT = ['class-validator', 'class-transformer', '@nestjs/swagger'];
const OUTSIDE_WORLD = [
  'fs',
  'fs/promises',
  'http',
  'https',
  'http2',
  'net',
  'tls',
  'dgram',
  'dns',
  'child_process',
  'cluster',
  'worker_threads',
  'os',
  'process',
];

/**
 * @typedef Row
 * @property {string} name the rule's name in a report
 * @property {string} because shown when the rule is broken
 * @property {string} from files that the rule applies to
 * @property {string[]} [except] files of `from` that another row covers
 * @property {string[]} may allowed own code
 * @property {string[]} [typesOf] own code allowed by `import type` only
 * @property {string[]} [packages] the only allowed npm packages
 * @property {string[]} [neverPackages] or: forbidden npm packages
 * @property {string[]} [neverCore] forbidden Node modules
 */

/** @type {Row[]} */
const TABLE = [
  {
    name: 'domain',
    because: 'domain/ is pure: time, randomness and I/O results are passed in as arguments.',
    from: domain,
    may: [domain],
    packages: ['saxes', 'csv-parse', 'yazl'],
    neverCore: OUTSIDE_WORLD,
  },
  {
    name: 'concurrency',
    because: 'concurrency/ holds semaphores, mutexes and batchers, and does not know what they protect.',
    from: concurrency,
    may: [concurrency, domainErrors],
    packages: [],
    neverCore: OUTSIDE_WORLD,
  },
  {
    name: 'language',
    because: 'language/ writes messages, numbers and dates in the language of a reader; it knows no page.',
    from: '^src/language/',
    may: ['^src/language/', '^src/domain/revalidated-read\\.ts$'],
    typesOf: ['^src/domain/content/form-problem\\.ts$'],
    packages: ['intl-messageformat'],
    // Reads its catalogues.
    neverCore: OUTSIDE_WORLD.filter((name) => name !== 'fs'),
  },
  {
    name: 'config',
    because: 'config/ is imported by every folder and imports none.',
    from: config,
    may: [config],
    packages: ['class-validator', 'class-transformer', '@nestjs/common'],
  },
  {
    name: 'database',
    because: 'database/ imports the domain types that its tables hold, and nothing above them.',
    from: '^src/database/',
    may: ['^src/database/', '^ormconfig\\.ts$', domain, config],
    neverPackages: [...WEB_SERVER, ...INPUT],
  },
  {
    name: 'embedded-postgres',
    because:
      'embedded-postgres/ runs a PostgreSQL server and returns its address; it does not know the schema.',
    from: '^src/database/embedded-postgres/',
    may: ['^src/database/embedded-postgres/'],
    neverPackages: ['@nestjs/[^/]+', 'typeorm', ...WEB_SERVER, ...INPUT],
  },
  {
    name: 'events',
    because: 'events/ connects publishers to subscribers and imports neither.',
    from: '^src/events/',
    may: ['^src/events/', '^src/database/unit-of-work/unit-of-work\\.port\\.ts$'],
    // Names of the database functions that stand in for subscribers.
    typesOf: [
      '^src/database/query/submission-sql\\.ts$',
      '^src/domain/(permission/asset-access|export/export-memory)\\.ts$',
    ],
    neverPackages: [...ORM, ...WEB_SERVER, ...INPUT],
  },
  {
    name: 'jobs',
    because: 'jobs/ is a port with its adapters: no domain logic and no other port.',
    from: '^src/jobs/',
    may: ['^src/jobs/', config, domainErrors, '^src/database/'],
    neverPackages: [...WEB_SERVER, ...INPUT],
  },
  {
    name: 'storage',
    because: 'storage/ is a port with its adapters and their cleanup: no domain logic.',
    from: '^src/storage/',
    may: ['^src/storage/', config, domainErrors, domainFile, '^src/jobs/[^/]+\\.port\\.ts$'],
    neverPackages: [...ORM, ...WEB_SERVER, ...INPUT],
  },
  {
    name: 'backup',
    because:
      'backup/ copies rows and files as they are, through database/ and storage/: it imports no module.',
    from: '^src/backup/',
    may: ['^src/backup/', '^src/database/', '^src/storage/', config, domainErrors, domainFile],
    neverPackages: [...WEB_SERVER, ...INPUT],
  },
  {
    name: 'worker-pool',
    because: 'workers/pool/ runs functions in worker threads and does not know what they do.',
    from: '^src/workers/pool/',
    may: ['^src/workers/pool/', domainErrors],
    neverPackages: [...ORM, ...WEB_SERVER, ...INPUT],
  },
  ...['export-writer', 'form-engine', 'submission-parser', 'table-writer'].map((worker) => ({
    name: worker,
    because: `workers/${worker}/ runs domain/ functions in worker threads; it imports no module.`,
    from: `^src/workers/${worker}/`,
    may: [`^src/workers/${worker}/`, '^src/workers/pool/', domain],
    neverPackages: [...ORM, ...WEB_SERVER, ...INPUT],
  })),
  {
    name: 'image-resizer',
    because: 'workers/image-resizer/ resizes images and does not know their owners.',
    from: '^src/workers/image-resizer/',
    may: ['^src/workers/image-resizer/', domainErrors],
    neverPackages: [...ORM, ...WEB_SERVER, ...INPUT],
  },
  {
    name: 'password-strength',
    because: 'workers/password-strength/ estimates guesses and does not know whose password it is.',
    from: '^src/workers/password-strength/',
    may: ['^src/workers/password-strength/', '^src/workers/pool/', domainErrors],
    packages: ['@nestjs/common', '@zxcvbn-ts/core', '@zxcvbn-ts/language-common'],
  },
  {
    name: 'mail',
    because: 'mail/ sends mails and does not know what they are for.',
    from: '^src/mail/',
    may: ['^src/mail/', config],
    neverPackages: [...ORM, ...WEB_SERVER, ...INPUT],
  },
  {
    name: 'outbound-http',
    because: 'outbound-http/ sends requests to other hosts and does not know what they are for.',
    from: '^src/outbound-http/',
    may: ['^src/outbound-http/', config, domainErrors],
    neverPackages: [...ORM, ...WEB_SERVER, ...INPUT],
  },
  {
    name: 'http',
    because: 'http/ is the wire format: parsing, serialization and errors, without domain logic.',
    from: http,
    // Text encoding and pagination are part of the wire format; large bodies are parsed in worker threads.
    may: [
      http,
      config,
      domainErrors,
      domainFile,
      '^src/domain/text/',
      '^src/domain/(page|revalidated-read)\\.ts$',
      '^src/workers/pool/',
      // Errors are in the language that a page asks for.
      '^src/language/',
    ],
    neverPackages: ORM,
  },
  {
    name: 'presenter',
    because: 'A presenter is a pure function from a service result to its wire format.',
    from: '^src/(modules/[^/]+|openrosa|web)/.*\\.presenter\\.ts$',
    may: [
      domain,
      '^src/http/(url|pagination|streaming|response-cache|negotiation)/',
      '^src/http/(reply|json-text)\\.ts$',
      anyModules('presenter'),
      // OpenRosa headers and envelope.
      '^src/openrosa/openrosa\\.presenter\\.ts$',
    ],
    typesOf: [anyModules('service')],
    neverPackages: ['@nestjs/[^/]+', 'nestjs-pino', ...ORM, ...WEB_SERVER, ...INPUT],
    neverCore: OUTSIDE_WORLD,
  },
  {
    name: 'dto',
    because: "A dto validates input and converts it to its service's arguments.",
    from: '^src/modules/([^/]+)/.*\\.dto\\.ts$',
    // A dto may nest dtos of earlier modules: an asset shows its permissions.
    may: [domain, anyModules('dto'), '^src/http/validation/'],
    typesOf: [ownModules('service')],
    packages: INPUT,
    neverCore: OUTSIDE_WORLD,
  },
  {
    name: 'pipe',
    because: 'A pipe converts one path segment or query parameter to a domain value.',
    from: '^src/modules/([^/]+)/.*\\.pipe\\.ts$',
    // Some limits are configurable.
    may: [domain, ownModules('dto'), config, '^src/http/(validation|url|pagination)/'],
    packages: ['@nestjs/common'],
    neverCore: OUTSIDE_WORLD,
  },
  {
    name: 'repository',
    because: 'A repository reads and writes tables; it contains no business rules.',
    from: '^src/modules/([^/]+)/.*\\.repository\\.ts$',
    may: ['^src/database/', domain],
    packages: ['@nestjs/common', ...ORM],
    neverCore: OUTSIDE_WORLD,
  },
  {
    name: 'service',
    because: 'A service works with domain values: no tables, no HTTP, no wire formats.',
    from: '^src/modules/([^/]+)/',
    except: ['\\.(module|controller|presenter|repository|pipe|dto)\\.ts$'],
    may: [
      domain,
      // Mails are in the language of the account, problems of forms in that of the page.
      '^src/language/',
      config,
      ...databaseServices,
      ports,
      workers,
      anyModules('service'),
      ownModules('repository'),
      ownPlainFiles,
    ],
    typesOf: [entities],
    neverPackages: [...ORM, ...WEB_SERVER, ...INPUT],
  },
  {
    name: 'controller',
    because: 'A controller is a table: route, policy, dto, one call of its own service, one presenter.',
    from: '^src/modules/([^/]+)/.*\\.controller\\.ts$',
    // Its requests and responses may nest those of earlier modules: a deployment shows its asset.
    may: [
      domain,
      http,
      policy,
      anyModules('dto'),
      ownModules('service'),
      anyModules('presenter'),
      ownModules('pipe'),
    ],
    neverPackages: ORM,
    neverCore: OUTSIDE_WORLD,
  },
  {
    name: 'module',
    because: 'A module file wires its own parts to earlier modules and infrastructure.',
    from: '^src/modules/([^/]+)/.*\\.module\\.ts$',
    may: [
      '^src/modules/$1/',
      anyModules('module'),
      domain,
      config,
      http,
      '^src/(database|storage|jobs|events|outbound-http)/',
    ],
  },
  {
    name: 'authorization',
    because: 'authorization/ declares the policy of each route; authentication/ above it identifies callers.',
    from: '^src/authorization/',
    may: ['^src/authorization/', domain, http],
    neverPackages: ORM,
  },
  {
    name: 'authentication',
    because: 'authentication/ identifies and admits callers through the account and permission services.',
    from: '^src/authentication/',
    may: [
      '^src/authentication/',
      '^src/authorization/',
      domain,
      http,
      // Requests see what other processes changed before.
      '^src/database/change-notifications\\.ts$',
      '^src/modules/(account|permission)/.*\\.(service|module)\\.ts$',
    ],
    neverPackages: ORM,
  },
  ...[
    // Reads upload limits.
    { folder: 'openrosa', also: ['^src/config/environment\\.ts$'] },
    // Pages show the signed-in user and use settings of the operator; the API description lists all policies; the
    // report page shares the report's dto; a folder without an application stops the start.
    {
      folder: 'web',
      also: [
        '^src/authorization/(request-actor|route-table)\\.ts$',
        '^src/bootstrap/start-error\\.ts$',
        '^src/config/(environment|map-tiles|version)\\.ts$',
        '^src/health/(health\\.module|health-check|metrics)\\.ts$',
        '^src/language/',
        '^src/modules/report/report\\.dto\\.ts$',
      ],
    },
  ].map(({ folder, also }) => ({
    name: folder,
    because: `${folder}/ is another interface to the services of the modules; it owns no data.`,
    from: `^src/${folder}/`,
    may: [`^src/${folder}/`, anyModules('(service|module)'), domain, policy, http, ...also],
    neverPackages: ORM,
  })),
  {
    name: 'admission-control',
    because: 'admission-control/ knows the caller and the priority of a request, not its purpose.',
    from: '^src/admission-control/',
    may: [
      '^src/admission-control/',
      '^src/authorization/',
      http,
      domainErrors,
      '^src/domain/account/sign-in-limit\\.ts$',
      '^src/domain/export/export-memory\\.ts$',
      '^src/events/subscribers\\.port\\.ts$',
    ],
    typesOf: ['^src/domain/permission/asset-access\\.ts$'],
    neverPackages: ORM,
  },
  {
    name: 'health',
    because: 'health/ reports the state of the process; it contains no domain logic.',
    from: '^src/health/',
    may: [
      '^src/health/',
      config,
      domainErrors,
      policy,
      http,
      '^src/storage/storage\\.port\\.ts$',
      '^src/database/database-state\\.ts$',
      '^src/database/replica/replicas\\.ts$',
    ],
  },
  {
    name: 'browser',
    because: 'browser/ runs in browsers: it may share pure functions of domain/, nothing of the service.',
    from: '^src/browser/',
    may: ['^src/browser/', domain],
    neverPackages: [...ORM, ...WEB_SERVER, ...INPUT, '@nestjs'],
    neverCore: ['.*'],
  },
  {
    name: 'bootstrap',
    because: 'bootstrap/ runs before the first request; it does not handle requests.',
    from: '^src/bootstrap/',
    may: ['^src/bootstrap/', config, domain, anyModules('service')],
    neverPackages: ORM,
  },
];

const packagesPath = (names) => `node_modules/(${names.join('|')})/`;
const corePath = (names) => `^(node:)?(${names.join('|')})$`;

/** Returns the dependency-cruiser rules of a table row. */
function rulesOf({
  name,
  because,
  from,
  except = [],
  may,
  typesOf = [],
  packages,
  neverPackages,
  neverCore,
}) {
  const files = { path: from, pathNot: [SPEC, ...except] };
  const rule = (suffix, comment, to) => ({
    name: `${name}${suffix}`,
    severity: 'error',
    comment,
    from: files,
    to,
  });
  const rules = [rule('', because, { path: OWN_CODE, pathNot: [...may, ...typesOf, concurrency] })];
  if (typesOf.length > 0) {
    const comment = `${because} Only types of this file may be imported: use "import type".`;
    rules.push(
      rule('-types-only', comment, { path: typesOf, pathNot: may, dependencyTypesNot: ['type-only'] }),
    );
  }
  if (packages) {
    rules.push(rule('-packages', because, { path: 'node_modules/', pathNot: packagesPath(packages) }));
  }
  if (neverPackages) rules.push(rule('-packages', because, { path: packagesPath(neverPackages) }));
  if (neverCore) rules.push(rule('-node', because, { path: corePath(neverCore), dependencyTypes: ['core'] }));
  return rules;
}

const moduleRules = [
  ...MODULE_ORDER.slice(0, -1).map((module, index) => ({
    name: `module-order-${module}`,
    severity: 'error',
    comment: `${module} may import earlier modules only: ${MODULE_ORDER.join(' → ')}. To react to deletions in an earlier module, use a foreign key with cascade and a scheduled job.`,
    from: { path: `^src/modules/${module}/`, pathNot: SPEC },
    to: { path: `^src/modules/(${MODULE_ORDER.slice(index + 1).join('|')})/` },
  })),
  {
    name: 'module-face',
    severity: 'error',
    comment: 'Import only the module, service and presenter files of another module (dtos may import dtos).',
    from: { path: '^src/modules/([^/]+)/', pathNot: SPEC },
    to: {
      path: '^src/modules/',
      pathNot: ['^src/modules/$1/', '\\.(module|service|presenter|dto)\\.ts$'],
    },
  },
  {
    name: 'module-without-place',
    severity: 'error',
    comment: 'Add the new module to MODULE_ORDER in this file.',
    from: { path: '^src/modules/', pathNot: `^src/modules/(${MODULE_ORDER.join('|')})/` },
    to: {},
  },
];

const generalRules = [
  {
    name: 'no-cycle',
    severity: 'error',
    comment: 'Circular import. Join the files, or extract what both need.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'light-command',
    severity: 'error',
    comment: 'These commands start fast: they may load the database, not the whole service.',
    from: { path: '^src/cli/commands/(backup|migrate|storage|xlsform)\\.ts$' },
    to: { path: '^src/app\\.module\\.ts$', reachable: true },
  },
  {
    name: 'access-proof',
    severity: 'error',
    comment:
      'AssetAccess is proof of a permission check: only the permission module creates it. Call PermissionService.',
    from: { path: PRODUCT, pathNot: [SPEC, '^src/modules/permission/'] },
    to: { path: '^src/domain/permission/asset-access\\.factory\\.ts$' },
  },
  {
    name: 'open-transaction',
    severity: 'error',
    comment: 'Only repositories, and the job queue that joins their transaction, may unwrap a transaction.',
    from: {
      path: PRODUCT,
      pathNot: [
        SPEC,
        '\\.repository\\.ts$',
        '^src/database/(database\\.module\\.ts$|unit-of-work/)',
        '^src/jobs/[^/]+\\.queue\\.ts$',
      ],
    },
    to: { path: '^src/database/unit-of-work/open-transaction\\.ts$' },
  },
  {
    name: 'no-folder-cycle',
    severity: 'error',
    comment: 'Circular folder dependency. Move the file that both need.',
    scope: 'folder',
    from: {},
    to: { circular: true },
  },
  {
    name: 'folder-without-rule',
    severity: 'error',
    comment: 'Add the new folder to FOLDERS and the table in this file, and to CONTRIBUTING.md.',
    from: { path: '^src/[^/]+/', pathNot: `^src/(${FOLDERS.join('|')})/` },
    to: {},
  },
  {
    name: 'named-by-subject',
    severity: 'error',
    comment: 'Name the file by its subject, not "utils", "helpers", "common", "manager" or "misc".',
    from: {},
    to: { path: '^(src|test)/.*\\b(utils?|helpers?|common|manager|misc)\\b' },
  },
  {
    name: 'no-test-in-product',
    severity: 'error',
    comment: 'Product code may not import tests.',
    from: { path: `${PRODUCT}|^ormconfig\\.ts$`, pathNot: SPEC },
    to: { path: ['^test/', SPEC] },
  },
  {
    name: 'no-development-package-in-product',
    severity: 'error',
    comment: 'Only "dependencies" of package.json are installed in production; browser/ is bundled at build.',
    from: { path: `${PRODUCT}|^ormconfig\\.ts$`, pathNot: [SPEC, '^src/browser/'] },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
  },
  {
    name: 'declared-packages',
    severity: 'error',
    comment: 'Add the imported package to package.json.',
    from: { path: `${PRODUCT}|^ormconfig\\.ts$` },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'resolvable',
    severity: 'error',
    comment: 'Import cannot be resolved.',
    from: {},
    // Published without the type declarations that its package.json names.
    to: { couldNotResolve: true, pathNot: '^@getodk/web-forms$' },
  },
];

module.exports = {
  forbidden: [...generalRules, ...moduleRules, ...TABLE.flatMap(rulesOf)],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|coverage)/' },
    // "specify" keeps and marks type-only imports.
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['require', 'node', 'default', 'import', 'types'],
    },
  },
};
