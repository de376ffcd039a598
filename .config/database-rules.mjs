/** ESLint rules for database access: SQL only in `*.repository.ts`, and no optional transactions. */

/** The only files with SQL. test/contract/queries/ records the statements of `*.repository.ts`. */
const SQL_FILES = [
  'src/**/*.repository.ts',
  // graphile-worker's SQL function is its only API within a transaction.
  'src/jobs/graphile.queue.ts',
  'src/database/migrations/*.ts',
  // Run before the first migration, or on connections of their own, without TypeORM.
  'src/database/prepare-database.ts',
  'src/database/database-state.ts',
  'src/database/sealed-columns.ts',
  'src/database/connection/open-connection.ts',
  'src/database/replica/*.ts',
  'src/database/sharding/distributed-tables.ts',
  'src/backup/backup-database.ts',
  'src/backup/database-snapshot.ts',
  'src/database/change-notifications.ts',
  'src/database/copy/copy-reader.ts',
  // SQL fragments of repositories, and the snapshot transaction around them.
  'src/database/query/*.ts',
  'src/database/embedded-postgres/embedded-postgres.ts',
  // SQL of a file that is exported, not of the service's database.
  'src/workers/table-writer/write-sqlite.ts',
];

const STATEMENT =
  /(?:^|[(;])\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|COPY|LISTEN|NOTIFY|CREATE|ALTER|DROP)\s/;

/** @type {import('eslint').Rule.RuleModule} */
const sqlHasItsFiles = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      sql: 'SQL belongs in the repository of its noun. Call a repository elsewhere.',
    },
  },
  create(context) {
    /** @param {import('estree').Node} node */
    const report = (node) => context.report({ node, messageId: 'sql' });
    /** @param {import('estree').Node} node @param {unknown} text */
    const reportStatement = (node, text) => {
      if (typeof text === 'string' && STATEMENT.test(text)) report(node);
    };
    return {
      'CallExpression[callee.property.name="query"]': report,
      Literal: (node) => reportStatement(node, node.value),
      TemplateElement: (node) => reportStatement(node, node.value.raw),
    };
  },
};

const TRANSACTION = 'TSTypeReference[typeName.name="Transaction"]';

/** @type {import('eslint').Rule.RuleModule} */
const transactionIsNeverOptional = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      optional:
        'A transaction must not be optional. Write two methods, or let the service always open a unit of work.',
    },
  },
  create(context) {
    /** @param {import('estree').Node} node */
    const report = (node) => context.report({ node, messageId: 'optional' });
    return {
      [`[optional=true] > TSTypeAnnotation > ${TRANSACTION}`]: report,
      [`TSUnionType > ${TRANSACTION}`]: report,
      [`AssignmentPattern > Identifier > TSTypeAnnotation > ${TRANSACTION}`]: report,
    };
  },
};

const database = {
  rules: {
    'sql-has-its-files': sqlHasItsFiles,
    'transaction-is-never-optional': transactionIsNeverOptional,
  },
};

/** @type {import('eslint').Linter.Config[]} */
export default [
  {
    files: ['src/**/*.ts'],
    plugins: { database },
    rules: { 'database/transaction-is-never-optional': 'error' },
  },
  {
    files: ['src/**/*.ts'],
    ignores: SQL_FILES,
    plugins: { database },
    rules: { 'database/sql-has-its-files': 'error' },
  },
];
