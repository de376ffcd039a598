/**
 * Who may import whom. The table below is the architecture: one row per room or role, naming everything that it may
 * import; what a row does not name is refused. The rules that dependency-cruiser reads are made from it at the end.
 *
 * Types. `import type` leaves nothing at run time, so a row may name files whose types alone it may use (`typesOf`).
 * That is granted where the table would otherwise force a second description of the same shape with a mapper between:
 * a presenter takes the view that its service returns, a dto makes the input that its service takes, a service passes
 * on the row that its repository found. It is never a way around a layer: presenters see no entities, nobody above
 * a repository sees TypeORM.
 *
 * Specs beside their sources, and everything in test/, may import what they test.
 */

/** Modules stand in this order and import only earlier ones. */
const MODULE_ORDER = [
  'audit',
  'account',
  'credential',
  'session',
  'oauth',
  'keyring',
  'permission',
  'media',
  'asset',
  'subscription',
  'ownership',
  'deployment',
  'lifecycle',
  'submission',
  'pairing',
  'report',
  'export',
  'odata',
  'import',
  'snapshot',
  'web-form',
  'hook',
  'usage',
];

/** Every folder of src/; a new one gets its row here before its first file. */
const ROOMS = [
  'access',
  'auth',
  'backup',
  'cli',
  'config',
  'database',
  'domain',
  'doors',
  'downloads',
  'embedded-postgres',
  'exports',
  'forms',
  'http',
  'images',
  'instances',
  'jobs',
  'listeners',
  'modules',
  'openrosa',
  'operations',
  'start',
  'storage',
  'threads',
  'turns',
  'web',
];

const SPEC = '\\.spec\\.ts$';
const PRODUCT = '^src/';
const OWN_CODE = '^(src|test)/|^ormconfig\\.ts$';

const domain = '^src/domain/';
const domainErrors = '^src/domain/errors\\.ts$';
/** What those who take a file in, keep it and name it call it alike. */
const domainFile = '^src/domain/file/';
const config = '^src/config/';
const http = '^src/http/';
/** Who may call a route, and when its turn is, as its controller says it. */
const policy = '^src/access/(policy|served)\\.ts$';
/** Where somebody stands before Express. */
const door = '^src/access/door\\.ts$';
const entities = '^src/database/entities/';
/** What a service needs of the database without knowing tables or TypeORM. */
const databaseServices = [
  '^src/database/unit-of-work/unit-of-work\\.port\\.ts$',
  '^src/database/change-feed\\.ts$',
  '^src/database/cache/',
];
const ports =
  '^src/(storage|jobs|listeners|exports|forms|images|instances|downloads)/(task/)?[^/]+\\.port\\.ts$';
const anyModules = (role) => `^src/modules/[^/]+/.*\\.${role}\\.ts$`;
/** `$1` is the module that the importing file lives in. */
const ownModules = (role) => `^src/modules/$1/.*\\.${role}\\.ts$`;
/** Files of the same module that have no role of their own, such as password-hasher.ts. */
const ownPlainFiles =
  '^src/modules/$1/(?!.*(dto/|\\.(module|controller|door|presenter|repository|query|pipe)\\.ts))';
const anyDto = '^src/modules/[^/]+/.*dto/';
const ownDto = '^src/modules/$1/.*dto/';

const ORM = ['typeorm', '@nestjs/typeorm', 'pg', 'pg-copy-streams', 'pg-query-stream'];
const WEB_SERVER = ['express', 'multer', '@nestjs/platform-express', 'passport'];
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
 * @property {string} because one sentence for whoever broke it
 * @property {string} from the files it is about
 * @property {string[]} [except] files of `from` that another row is about
 * @property {string[]} may own code that they may import
 * @property {string[]} [typesOf] own code that they may import by `import type` only
 * @property {string[]} [packages] the only npm packages that they may import
 * @property {string[]} [neverPackages] or: npm packages that they may not import
 * @property {string[]} [neverCore] modules of Node that they may not import
 */

/** @type {Row[]} */
const TABLE = [
  {
    name: 'domain',
    because: 'domain/ is pure: values in, values out; what it needs from outside are arguments.',
    from: domain,
    may: [domain],
    packages: ['saxes', 'hucre', 'csv-parse', 'csv-stringify', 'yazl'],
    neverCore: OUTSIDE_WORLD,
  },
  {
    name: 'config',
    because: 'config/ is read by every room and knows none.',
    from: config,
    may: [config],
    packages: ['class-validator', 'class-transformer', '@nestjs/common'],
  },
  {
    name: 'database',
    because: 'database/ knows the domain types that its tables hold, and nothing above them.',
    from: '^src/database/',
    may: ['^src/database/', '^ormconfig\\.ts$', domain, config],
    neverPackages: [...WEB_SERVER, ...INPUT],
  },
  {
    name: 'embedded-postgres',
    because:
      'embedded-postgres/ runs a PostgreSQL of its own and tells its address; what is kept there is not its business.',
    from: '^src/embedded-postgres/',
    may: ['^src/embedded-postgres/'],
    neverPackages: ['@nestjs/[^/]+', 'typeorm', ...WEB_SERVER, ...INPUT],
  },
  {
    name: 'listeners',
    because: 'listeners/ carries word of what is stored to whoever must know; it knows neither.',
    from: '^src/listeners/',
    may: ['^src/listeners/', '^src/database/unit-of-work/unit-of-work\\.port\\.ts$'],
    neverPackages: [...ORM, ...WEB_SERVER, ...INPUT],
  },
  {
    name: 'jobs',
    because: 'jobs/ is a port with its adapters: it knows no business and no other port.',
    from: '^src/jobs/',
    may: ['^src/jobs/', config, domainErrors, '^src/database/'],
    neverPackages: [...WEB_SERVER, ...INPUT],
  },
  {
    name: 'storage',
    because: 'storage/ is a port with its adapters, which sweeps up after itself: it knows no business.',
    from: '^src/storage/',
    may: ['^src/storage/', config, domainErrors, domainFile, '^src/jobs/[^/]+\\.port\\.ts$'],
    neverPackages: [...ORM, ...WEB_SERVER, ...INPUT],
  },
  {
    name: 'backup',
    because:
      'backup/ carries rows and files as they are, by the database and the port of storage: it knows no module.',
    from: '^src/backup/',
    may: ['^src/backup/', '^src/database/', '^src/storage/', config, domainErrors, domainFile],
    neverPackages: [...WEB_SERVER, ...INPUT],
  },
  {
    name: 'threads',
    because: 'threads/ runs work off the event loop; what the work is about is not its business.',
    from: '^src/threads/',
    may: ['^src/threads/', domainErrors],
    neverPackages: [...ORM, ...WEB_SERVER, ...INPUT],
  },
  ...['exports', 'forms', 'instances'].map((room) => ({
    name: room,
    because: `${room}/ does with ${room} what domain/ knows, in threads; it knows no module.`,
    from: `^src/${room}/`,
    may: [`^src/${room}/`, '^src/threads/', domain],
    neverPackages: [...ORM, ...WEB_SERVER, ...INPUT],
  })),
  {
    name: 'images',
    because: 'images/ makes images smaller; whose they are is not its business.',
    from: '^src/images/',
    may: ['^src/images/', domainErrors],
    neverPackages: [...ORM, ...WEB_SERVER, ...INPUT],
  },
  {
    name: 'downloads',
    because: 'downloads/ fetches bytes from outside; it knows neither who asked nor what they are for.',
    from: '^src/downloads/',
    may: ['^src/downloads/', config, domainErrors],
    neverPackages: [...ORM, ...WEB_SERVER, ...INPUT],
  },
  {
    name: 'http',
    because: 'http/ is the dialect on the wire: it knows how things are said, not what they are.',
    from: http,
    // How text is written and what of it can be kept is a matter of bytes on the wire too.
    // A page of a list is cut and linked there.
    // What is large is read in threads.
    may: [
      http,
      config,
      domainErrors,
      domainFile,
      '^src/domain/text/',
      '^src/domain/page\\.ts$',
      '^src/threads/',
    ],
    neverPackages: ORM,
  },
  {
    name: 'presenter',
    because: 'A presenter is a pure function from what the service returned to what the wire shows.',
    from: '^src/(modules/[^/]+|openrosa|web)/.*\\.presenter\\.ts$',
    may: [
      domain,
      '^src/http/(url|pagination|streaming)/',
      '^src/http/(reply|json-text|json-template|kept-body)\\.ts$',
      anyModules('presenter'),
      // What every answer to a collector carries.
      '^src/openrosa/openrosa\\.presenter\\.ts$',
    ],
    typesOf: [anyModules('service')],
    neverPackages: ['@nestjs/[^/]+', 'nestjs-pino', ...ORM, ...WEB_SERVER, ...INPUT],
    neverCore: OUTSIDE_WORLD,
  },
  {
    name: 'dto',
    because: 'A dto says what input looks like and turns it into what its service takes.',
    from: '^src/modules/([^/]+)/.*dto/',
    // A dto nests dtos, those of earlier modules included: an asset shows its permissions.
    may: [domain, anyDto, '^src/http/validation/'],
    typesOf: [ownModules('service')],
    packages: INPUT,
    neverCore: OUTSIDE_WORLD,
  },
  {
    name: 'pipe',
    because: 'A pipe turns one segment of a path or query into a value of the domain.',
    from: '^src/modules/([^/]+)/.*\\.pipe\\.ts$',
    // What an operator may raise is known to no argument.
    may: [domain, ownDto, config, '^src/http/(validation|url|pagination)/'],
    packages: ['@nestjs/common'],
    neverCore: OUTSIDE_WORLD,
  },
  {
    name: 'repository',
    because: 'A repository answers questions about tables; what the answers are for is not its business.',
    // Its few statements that are SQL stand in a query file beside it.
    from: '^src/modules/([^/]+)/.*\\.(repository|query)\\.ts$',
    may: ['^src/database/', domain],
    packages: ['@nestjs/common', ...ORM],
    neverCore: OUTSIDE_WORLD,
  },
  {
    name: 'service',
    because: 'A service speaks the language of the domain: no tables, no HTTP, no wire formats.',
    from: '^src/modules/([^/]+)/',
    except: ['\\.(module|controller|door|presenter|repository|query|pipe)\\.ts$', 'dto/'],
    may: [
      domain,
      config,
      ...databaseServices,
      ports,
      anyModules('service'),
      ownModules('(repository|query)'),
      ownPlainFiles,
    ],
    typesOf: [entities],
    neverPackages: [...ORM, ...WEB_SERVER, ...INPUT],
  },
  {
    name: 'controller',
    because: 'A controller is a table: route, policy, dto, one call of its own service, one presenter.',
    from: '^src/modules/([^/]+)/.*\\.controller\\.ts$',
    may: [domain, http, policy, ownDto, ownModules('service'), ownModules('presenter'), ownModules('pipe')],
    neverPackages: ORM,
    neverCore: OUTSIDE_WORLD,
  },
  {
    name: 'door',
    because: 'A door serves what its controller serves: the same service, dto and presenter.',
    from: '^src/modules/([^/]+)/.*\\.door\\.ts$',
    may: [domain, http, policy, door, ownDto, ownModules('service'), ownModules('presenter')],
    neverPackages: ORM,
  },
  {
    name: 'module',
    because: 'A module file wires its own parts to earlier modules and the rooms below.',
    from: '^src/modules/([^/]+)/.*\\.module\\.ts$',
    may: [
      '^src/modules/$1/',
      anyModules('module'),
      domain,
      config,
      http,
      '^src/(database|storage|jobs|listeners|downloads)/',
    ],
  },
  {
    name: 'access',
    because: 'access/ says what each route asks of its callers; who they are is asked above, in auth/.',
    from: '^src/access/',
    may: ['^src/access/', domain, http],
    neverPackages: ORM,
  },
  {
    name: 'auth',
    because:
      'auth/ asks who and may; accounts, credentials, sessions, applications and permissions are all it asks about.',
    from: '^src/auth/',
    may: [
      '^src/auth/',
      '^src/access/',
      domain,
      http,
      '^src/modules/(account|credential|session|oauth|permission)/.*\\.(service|module)\\.ts$',
    ],
    neverPackages: ORM,
  },
  ...[
    // The environment bounds the uploads that this room reads by itself.
    // It has a door of its own.
    { room: 'openrosa', also: ['^src/config/environment\\.ts$', door] },
    // A page shows who looks at it, whatever its route asks; the description of the API tells what all routes ask. A page
    // that shows a resource is asked for as the resource is.
    { room: 'web', also: ['^src/access/(request-actor|route-table)\\.ts$', '^src/modules/report/dto/'] },
  ].map(({ room, also }) => ({
    name: room,
    because: `${room}/ is one more way in to the services of the modules; it owns no data.`,
    from: `^src/${room}/`,
    may: [`^src/${room}/`, anyModules('(service|module)'), domain, policy, http, ...also],
    neverPackages: ORM,
  })),
  {
    name: 'doors',
    because: 'doors/ serves what doors take as routes serve it; what is taken is known to the doors alone.',
    from: '^src/doors/',
    may: [
      '^src/doors/',
      '^src/access/',
      '^src/auth/route-admission\\.ts$',
      '^src/turns/turn-taking\\.ts$',
      http,
    ],
    neverPackages: ORM,
  },
  {
    name: 'turns',
    because: 'turns/ knows who asks and in which line; it does not know for what.',
    from: '^src/turns/',
    may: ['^src/turns/', '^src/access/', http, domainErrors, '^src/domain/account/client-address\\.ts$'],
    neverPackages: ORM,
  },
  {
    name: 'operations',
    because: 'operations/ tells how the process is doing; it knows no business.',
    from: '^src/operations/',
    may: [
      '^src/operations/',
      config,
      domainErrors,
      policy,
      http,
      '^src/storage/storage\\.port\\.ts$',
      '^src/database/database-health\\.query\\.ts$',
    ],
  },
  {
    name: 'start',
    because: 'start/ says what stands between the command and the first request; it knows no requests.',
    from: '^src/start/',
    may: ['^src/start/', config, domain, anyModules('service')],
    neverPackages: ORM,
  },
];

const packagesPath = (names) => `node_modules/(${names.join('|')})/`;
const corePath = (names) => `^(node:)?(${names.join('|')})$`;

/** The rules that hold a row. */
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
  const rules = [rule('', because, { path: OWN_CODE, pathNot: [...may, ...typesOf] })];
  if (typesOf.length > 0) {
    const comment = `${because} Of this file it may use types only: say "import type".`;
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
    comment: `${module} may import only what stands before it: ${MODULE_ORDER.join(' → ')}. What must happen later when something earlier dies is a foreign key's cascade plus a sweep job.`,
    from: { path: `^src/modules/${module}/`, pathNot: SPEC },
    to: { path: `^src/modules/(${MODULE_ORDER.slice(index + 1).join('|')})/` },
  })),
  {
    name: 'module-face',
    severity: 'error',
    comment: 'Other modules are known by their module, service and presenter alone (and a dto by dtos).',
    from: { path: '^src/modules/([^/]+)/', pathNot: SPEC },
    to: {
      path: '^src/modules/',
      pathNot: ['^src/modules/$1/', '\\.(module|service|presenter)\\.ts$', anyDto],
    },
  },
  {
    name: 'module-without-place',
    severity: 'error',
    comment: 'A new module gets its place in MODULE_ORDER of this file first.',
    from: { path: '^src/modules/', pathNot: `^src/modules/(${MODULE_ORDER.join('|')})/` },
    to: {},
  },
];

const generalRules = [
  {
    name: 'no-cycle',
    severity: 'error',
    comment: 'Files that need each other are one thing: join them, or find the third that both need.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'light-command',
    severity: 'error',
    comment:
      'Commands on forms, schemas and backups begin at once: they need the database at most, not the service.',
    from: { path: '^src/cli/commands/(backup|migrate|storage|xlsform)\\.ts$' },
    to: { path: '^src/app\\.module\\.ts$', reachable: true },
  },
  {
    name: 'access-proof',
    severity: 'error',
    comment: 'AssetAccess is proof: only the permission module makes it. Ask PermissionService for one.',
    from: { path: PRODUCT, pathNot: [SPEC, '^src/modules/permission/'] },
    to: { path: '^src/domain/permission/asset-access\\.factory\\.ts$' },
  },
  {
    name: 'open-transaction',
    severity: 'error',
    comment: 'Only repositories, and the queue that joins their transaction, take the connection out of it.',
    from: {
      path: PRODUCT,
      pathNot: [
        SPEC,
        '\\.(repository|query)\\.ts$',
        '^src/database/unit-of-work/',
        '^src/jobs/[^/]+\\.queue\\.ts$',
      ],
    },
    to: { path: '^src/database/unit-of-work/open-transaction\\.ts$' },
  },
  {
    name: 'no-folder-cycle',
    severity: 'error',
    comment: 'Folders that need each other are one room: move the file that both need to where it belongs.',
    scope: 'folder',
    from: {},
    to: { circular: true },
  },
  {
    name: 'room-without-row',
    severity: 'error',
    comment: 'A new room gets its row in the table of this file first, and its line in README.md.',
    from: { path: '^src/[^/]+/', pathNot: `^src/(${ROOMS.join('|')})/` },
    to: {},
  },
  {
    name: 'named-by-subject',
    severity: 'error',
    comment: 'A file is named by its subject; this name says only that somebody had to put things somewhere.',
    from: {},
    to: { path: '^(src|test)/.*\\b(utils?|helpers?|common|manager|misc)\\b' },
  },
  {
    name: 'no-test-in-product',
    severity: 'error',
    comment: 'The service runs without its tests.',
    from: { path: `${PRODUCT}|^ormconfig\\.ts$`, pathNot: SPEC },
    to: { path: ['^test/', SPEC] },
  },
  {
    name: 'no-development-package-in-product',
    severity: 'error',
    comment: 'Only "dependencies" are there when the service runs.',
    from: { path: `${PRODUCT}|^ormconfig\\.ts$`, pathNot: SPEC },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
  },
  {
    name: 'declared-packages',
    severity: 'error',
    comment: 'A package that is imported is named in package.json.',
    from: { path: `${PRODUCT}|^ormconfig\\.ts$` },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'resolvable',
    severity: 'error',
    comment: 'This import leads nowhere.',
    from: {},
    to: { couldNotResolve: true },
  },
];

module.exports = {
  forbidden: [...generalRules, ...moduleRules, ...TABLE.flatMap(rulesOf)],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|coverage)/' },
    // "specify" keeps imports of types and marks them.
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['require', 'node', 'default', 'import', 'types'],
    },
  },
};
