import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Environment } from '../../src/config/environment';
import { parseLayout } from './layout';

const ROOT = resolve(__dirname, '../..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const configuration = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8');

/** Source of all settings. */
const source = ['environment', 'database-settings', 'client-settings', 'quota-settings']
  .map((name) => readFileSync(join(ROOT, `src/config/${name}.ts`), 'utf8'))
  .join('');

const folders = (path: string): string[] =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Documented variables and defaults; prose defaults stand for computed ones. */
const documented = new Map(
  [...configuration.matchAll(/^\| `(\w+)` *\| (.+?) *\| .+\|$/gm)].map(([, name, value]) => [name, value]),
);

describe('CONTRIBUTING.md', () => {
  const layout =
    /^## Project layout$([^]*?)^## /m.exec(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'))?.[1] ?? '';

  it.each(['src', 'src/modules', 'src/domain'])('lists exactly the folders of %s', (path) => {
    const listed = parseLayout(layout).get(path) ?? [];
    expect(listed.toSorted()).toEqual(folders(path).toSorted());
  });

  it('lists every folder of test', () => {
    expect(folders('test').filter((name) => !layout.includes(`${name}/`))).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  it('has a row for every folder of src', () => {
    const architecture = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
    expect(folders('src').filter((name) => !architecture.includes(`\`${name}/`))).toEqual([]);
  });
});

describe('docs/configuration.md', () => {
  it('lists every environment variable with its default', () => {
    const defaults = Object.entries(new Environment()).filter(([, value]) => value !== undefined);
    expect(Object.fromEntries(documented)).toMatchObject(
      Object.fromEntries(defaults.map(([name, value]) => [name, `\`${String(value)}\``])),
    );
  });

  it('lists no unknown variable', () => {
    const unknown = [...documented.keys()].filter((name) => !new RegExp(`^  ${name}[?: ]`, 'm').test(source));
    expect(unknown).toEqual([]);
  });

  it('lists every optional variable', () => {
    const optional = [...source.matchAll(/^  ([A-Z_]+)(?:\?:|: .* = undefined)/gm)].map(([, name]) => name);
    expect(optional.filter((name) => !documented.has(name))).toEqual([]);
  });
});

describe('README.md', () => {
  it('has fewer than 150 lines', () => {
    expect(readme.split('\n').length - 1).toBeLessThan(150);
  });

  it('imports the workbook as a project, not into the library', () => {
    const imports = readme.split('\n').filter((line) => /^curl .*\/api\/v2\/imports\//.test(line));
    expect(imports).toEqual([expect.stringContaining(' -F library=false ')]);
  });
});
