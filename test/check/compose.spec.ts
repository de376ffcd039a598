import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, textOf } from './documents';

const compose = textOf('compose.yaml');
/** The text of a part at the first level, or of a service. */
const part = (name: string, indent = ''): string =>
  new RegExp(`^${indent}${name}:.*\\n((?:(?:${indent}  .*)?\\n)*)`, 'm').exec(compose)?.[1] ?? '';
const variables = [...part('x-fieldhouse').matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name);

describe('compose.yaml', () => {
  it('sets variables that there are', () => {
    const source = textOf('src/config/environment.ts');
    expect(variables.length).toBeGreaterThan(5);
    expect(variables.filter((name) => !new RegExp(`^  ${name}[?: ]`, 'm').test(source))).toEqual([]);
  });

  it('asks for what .env.example explains', () => {
    const asked = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    const explained = textOf('.env.example');
    expect(asked.filter((name) => !new RegExp(`^${name}=`, 'm').test(explained))).toEqual([]);
  });

  it('gives the processes of the service no more than they need', () => {
    const shared = part('x-fieldhouse');
    for (const bound of [
      'read_only: true',
      'cap_drop:\n    - ALL',
      'no-new-privileges:true',
      '- files:/data',
    ])
      expect(shared).toContain(bound);
    for (const name of ['migrate', 'service', 'worker'])
      expect(part(name, '  ')).toContain('<<: *fieldhouse');
  });

  it('starts commands of the image, and shows files that are there', () => {
    const commands = [...compose.matchAll(/command: \['node', 'dist\/(.+?)\.js', '(\w+)'\]/g)];
    expect(commands.map(([, , command]) => command)).toEqual(['migrate']);
    for (const [, path] of commands) expect(existsSync(join(ROOT, `${path}.ts`))).toBe(true);
    expect(existsSync(join(ROOT, '.config/nginx.conf'))).toBe(true);
    expect(part('postgres', '  ')).toContain('pg_isready');
  });
});
