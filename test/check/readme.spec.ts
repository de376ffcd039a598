import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Environment } from '../../src/config/environment';
import { roomsOn } from './room-map';

const ROOT = resolve(__dirname, '../..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const section = (title: string): string => readme.split(/^## /m).find((text) => text.startsWith(title)) ?? '';

const folders = (path: string): string[] =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Variables and their defaults as written in the table; words stand for what has no fixed default. */
const documented = new Map(
  [...section('Configuration').matchAll(/^\| `(\w+)` *\| (.+?) *\| .+\|$/gm)].map(([, name, value]) => [
    name,
    value,
  ]),
);

describe('README.md', () => {
  it.each(['src', 'src/modules', 'src/domain'])(
    'shows every folder of %s on its map, and no other',
    (path) => {
      const shown = roomsOn(section('The rooms')).get(path) ?? [];
      expect(shown.toSorted()).toEqual(folders(path).toSorted());
    },
  );

  it('shows every folder of the tests on its map', () => {
    const missing = folders('test').filter((name) => !section('The rooms').includes(`${name}/`));
    expect(missing).toEqual([]);
  });

  it('has a row for every room in docs/architecture.md', () => {
    const architecture = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
    expect(folders('src').filter((name) => !architecture.includes(`\`${name}/\``))).toEqual([]);
  });

  it('names every environment variable with its default', () => {
    const defaults = Object.entries(new Environment()).filter(([, value]) => value !== undefined);
    expect(Object.fromEntries(documented)).toMatchObject(
      Object.fromEntries(defaults.map(([name, value]) => [name, `\`${String(value)}\``])),
    );
  });

  it('names no variable that there is not', () => {
    const source = readFileSync(join(ROOT, 'src/config/environment.ts'), 'utf8');
    const unknown = [...documented.keys()].filter((name) => !new RegExp(`^  ${name}[?: ]`, 'm').test(source));
    expect(unknown).toEqual([]);
  });

  it('names every optional variable too', () => {
    const source = readFileSync(join(ROOT, 'src/config/environment.ts'), 'utf8');
    const optional = [...source.matchAll(/^  ([A-Z_]+)\?:/gm)].map(([, name]) => name);
    expect(optional.filter((name) => !documented.has(name))).toEqual([]);
  });

  it('imports its workbook as a project, and not for the library', () => {
    const imports = readme.split('\n').filter((line) => /^curl .*\/api\/v2\/imports\//.test(line));
    expect(imports).toEqual([expect.stringContaining(' -F library=false ')]);
  });
});
