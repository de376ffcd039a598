import { importStatementsOf } from '../../.config/check-imports.mjs';

describe('importStatementsOf', () => {
  it.each([
    ["import a from 'a';", ["import a from 'a'"]],
    ["import {\n  type A,\n} from './a';", ["import {\n  type A,\n} from './a'"]],
    ["import type { A } from './a';", ["import type { A } from './a'"]],
    ["export * from './a';", ["export * from './a'"]],
    ["import './a';", ["import './a'"]],
    ["const a = await import('./a');", ["import('./a'"]],
    ["const a = require('./a');", ["require('./a'"]],
    ["type A = import('./a').A;", ["import('./a'"]],
    ["const a = 'text'; f(a);", []],
  ])('finds those of %j', (text, statements) => {
    expect(importStatementsOf(text)).toEqual(statements);
  });

  it('ignores a change of anything else', () => {
    const text = (line: string): string => `import a from 'a';\n\nf(${line});\n`;
    expect(importStatementsOf(text('1'))).toEqual(importStatementsOf(text('2')));
  });
});
