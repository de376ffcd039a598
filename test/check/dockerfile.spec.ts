import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { npmStartArguments, npmStartVariables } from '../support/npm-start';
import { ROOT, textOf } from './documents';

const text = textOf('Dockerfile').replace(/\\\n\s*/g, ' ');
const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const after = (word: string): string[] =>
  lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
const context = textOf('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));
const { version, license } = JSON.parse(textOf('package.json')) as { version: string; license: string };

describe('the Dockerfile', () => {
  it('pins one full Node version', () => {
    expect(after('ARG')[0]).toMatch(/^NODE_IMAGE=node:\d+\.\d+\.\d+-[a-z]+-slim$/);
    expect(new Set(after('FROM').map((line) => line.split(' ')[0]))).toEqual(new Set(['${NODE_IMAGE}']));
  });

  it('runs as a numeric user, with a group that owns the data folder', () => {
    expect(after('USER')).toEqual(['1000:0']);
    expect(text).toContain('chown 1000:0 /data && chmod 2770 /data');
  });

  it('copies files that exist and are in the build context', () => {
    const copied = after('COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(' ').slice(0, -1));
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(copied.filter((path) => !context.includes(path))).toEqual([]);
    expect(context.filter((path) => !copied.includes(path))).toEqual([]);
  });

  it('starts the service with the options of npm start', () => {
    const words = JSON.parse(after('CMD')[0]!) as string[];
    expect(words).toEqual(['node', ...npmStartArguments().map((word) => word.replace(`${ROOT}/`, ''))]);
    const variables = after('ENV').join(' ').split(' ');
    for (const [name, value] of Object.entries(npmStartVariables()))
      expect(variables).toContain(`${name}=${value}`);
  });

  it('has OCI labels', () => {
    expect(after('ARG')).toContain(`VERSION=${version}`);
    expect(text).toContain(`org.opencontainers.image.licenses="${license}"`);
    for (const label of ['title', 'version', 'revision', 'source'])
      expect(text).toContain(`org.opencontainers.image.${label}=`);
  });

  it('runs no install scripts of packages', () => {
    const installs = after('RUN').flatMap((line) => line.match(/npm ci[^&]*/g) ?? []);
    expect(installs).toHaveLength(1);
    expect(installs.filter((line) => !line.includes('--ignore-scripts'))).toEqual([]);
  });
});
