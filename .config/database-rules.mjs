/**
 * Where the database is spoken to, as rules for ESLint: SQL has its files, and nobody is left to choose whether a
 * write belongs to a transaction.
 */

/** The only files with SQL. What the first ones send is told in test/contract/queries/. */
const SQL_FILES = [
  'src/**/*.query.ts',
  // The queue is a library's: its functions in the database are all that it can be asked by in a transaction.
  'src/jobs/graphile.queue.ts',
  'src/database/migrations/*.ts',
  // Before the first migration, and on connections of their own, there is no TypeORM to ask.
  'src/database/prepare-database.ts',
  'src/database/change-feed.ts',
  'src/database/copy/copy-reader.ts',
  // What query files put into their statements, and the snapshot around them.
  'src/database/query/*.ts',
  'src/database/embedded-postgres/server-session.ts',
];

const STATEMENT =
  /(?:^|[(;])\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|COPY|LISTEN|NOTIFY|CREATE|ALTER|DROP)\s/;

/** @type {import('eslint').Rule.RuleModule} */
const sqlHasItsFiles = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      sql: 'SQL stands in *.query.ts beside the repository; everywhere else ask a repository or a query builder.',
    },
  },
  create(context) {
    /** @param {import('estree').Node} node */
    const refuse = (node) => context.report({ node, messageId: 'sql' });
    /** @param {import('estree').Node} node @param {unknown} text */
    const refuseStatement = (node, text) => {
      if (typeof text === 'string' && STATEMENT.test(text)) refuse(node);
    };
    return {
      'CallExpression[callee.property.name="query"]': refuse,
      Literal: (node) => refuseStatement(node, node.value),
      TemplateElement: (node) => refuseStatement(node, node.value.raw),
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
        'A transaction is there or it is not: write two methods, or let the service always open a unit of work.',
    },
  },
  create(context) {
    /** @param {import('estree').Node} node */
    const refuse = (node) => context.report({ node, messageId: 'optional' });
    return {
      [`[optional=true] > TSTypeAnnotation > ${TRANSACTION}`]: refuse,
      [`TSUnionType > ${TRANSACTION}`]: refuse,
      [`AssignmentPattern > Identifier > TSTypeAnnotation > ${TRANSACTION}`]: refuse,
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
