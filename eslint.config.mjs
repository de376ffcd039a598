import tseslint from 'typescript-eslint';
import databaseRules from './.config/database-rules.mjs';

/** Clock, random and environment are arguments to the domain. @param {string} what */
const impure = (what) => `domain/ is pure: take ${what} as an argument.`;

const inlineSpread = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'List the properties in the outer object.',
};

export default tseslint.config(
  { ignores: ['**/dist/**', 'coverage/**', 'data/**', '.cache/**'] },
  {
    files: ['**/*.ts', '**/*.mjs', '**/*.cjs'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      // Express types `response.locals` by declaration merging.
      '@typescript-eslint/no-namespace': ['error', { allowDeclarations: true }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      'no-console': 'error',
      'max-lines': ['error', 300],
      'max-depth': ['error', 4],
      'no-restricted-syntax': ['error', inlineSpread],
    },
  },
  {
    // Nest's decorators and the supertest response are typed loosely; tests and scripts read JSON as it came.
    files: ['test/**', '**/*.spec.ts', '**/*.mjs', '**/*.cjs'],
    rules: {
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.ts'],
    ignores: ['test/fixtures/fast-check.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          name: 'fast-check',
          message: 'Import test/fixtures/fast-check, which has the seed of the run.',
          allowTypeImports: true,
        },
      ],
    },
  },
  { files: ['test/contract/goldens.ts'], rules: { 'max-lines': 'off' } },
  {
    files: ['src/domain/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['process', 'setTimeout', 'setInterval', 'setImmediate', 'performance', 'crypto', 'fetch'].map(
          (name) => ({ name, message: impure('what it gives') }),
        ),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: impure('the time') },
        { object: 'Math', property: 'random', message: impure('random numbers or bytes') },
      ],
      'no-restricted-syntax': [
        'error',
        inlineSpread,
        {
          selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
          message: impure('the time'),
        },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: ['crypto', 'node:crypto'].map((name) => ({
            name,
            importNames: ['randomBytes', 'randomInt', 'randomUUID', 'randomFillSync', 'webcrypto', 'default'],
            message: impure('random bytes'),
          })),
        },
      ],
    },
  },
  ...databaseRules,
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  // One table, of no project of TypeScript's.
  {
    files: ['.config/dependency-cruiser.cjs'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { 'max-lines': 'off' },
  },
  { files: ['src/cli/**/*.ts', 'test/bench/**/*.ts', '**/*.mjs'], rules: { 'no-console': 'off' } },
);
