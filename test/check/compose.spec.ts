import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { load, YAML11_SCHEMA } from 'js-yaml';
import { ROOT, textOf } from './documents';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly [bound: string]: unknown;
}

const text = textOf('compose.yaml');
const { services, volumes } = load(text, { schema: YAML11_SCHEMA }) as {
  services: Readonly<Record<string, Service>>;
  volumes: object;
};
const own = Object.entries(services).filter(([, { image }]) => image === 'fieldhouse');

describe('compose.yaml', () => {
  it.each(own)('%s: sets known variables only', (_name, { environment = {} }) => {
    const source = ['environment', 'database-settings'].map((name) => textOf(`src/config/${name}.ts`)).join();
    const names = Object.keys(environment);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !new RegExp(`^  ${name}[?: ]`, 'm').test(source))).toEqual([]);
  });

  it('uses only variables that .env.example explains', () => {
    const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    const explained = textOf('.env.example');
    expect(used.filter((name) => !new RegExp(`^${name}=`, 'm').test(explained))).toEqual([]);
  });

  it('defines the service, a worker, a migration, a database and a proxy', () => {
    expect(own.map(([name]) => name)).toEqual(['migrate', 'service', 'worker']);
    expect(Object.keys(services).sort()).toEqual(['migrate', 'postgres', 'proxy', 'service', 'worker']);
  });

  it.each(own)('%s: runs with least privileges and a stop grace period', (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      tmpfs: ['/tmp'],
      volumes: ['files:/data'],
      stop_grace_period: '20s',
    });
  });

  it('refers to existing commands, files and volumes', () => {
    const commands = own.flatMap(([, { command }]) => (command === undefined ? [] : [command]));
    expect(commands).toEqual([['node', 'dist/src/cli/main.js', 'migrate']]);
    expect(existsSync(join(ROOT, 'src/cli/main.ts'))).toBe(true);
    const sources = Object.values(services).flatMap((service) =>
      (service.volumes ?? []).map((volume) => volume.split(':')[0]!),
    );
    // The operator provides the certificate.
    const files = sources.filter((source) => source.startsWith('./') && source !== './tls');
    expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const named = new Set(sources.filter((source) => !source.startsWith('./')));
    expect([...named].sort()).toEqual(Object.keys(volumes).sort());
  });
});
