import { brokenRules, type TreeImport } from './import-tree';

const moduleFile = (name: string, role: string): string => `src/modules/${name}/${name}.${role}.ts`;
const uow = 'src/database/unit-of-work/unit-of-work.port.ts';
const openTransaction = 'src/database/unit-of-work/open-transaction.ts';
const entity = 'src/database/entities/asset.entity.ts';

const allowed: readonly TreeImport[] = [
  { from: 'src/domain/asset/uid.ts', to: 'src/domain/errors.ts' },
  { from: 'src/domain/asset/uid.ts', to: 'saxes' },
  { from: 'src/domain/asset/uid.ts', to: 'node:crypto' },
  { from: 'src/domain/asset/uid.spec.ts', to: 'node:fs' },
  { from: 'src/database/entities/user.entity.ts', to: 'typeorm' },
  { from: 'src/jobs/graphile.queue.ts', to: openTransaction },
  { from: 'src/storage/storage.module.ts', to: 'src/jobs/job-queue.port.ts' },
  { from: 'src/http/body/body-reader.ts', to: 'src/domain/file/staged-file.ts', typeOnly: true },
  { from: 'src/storage/local.storage.ts', to: 'src/domain/file/staged-file.ts', typeOnly: true },
  { from: 'src/modules/account/b.repository.ts', to: openTransaction },
  { from: moduleFile('account', 'service'), to: moduleFile('account', 'repository') },
  { from: moduleFile('account', 'service'), to: 'src/modules/account/password-hasher.ts' },
  { from: moduleFile('account', 'service'), to: uow },
  { from: moduleFile('account', 'service'), to: 'src/storage/storage.port.ts' },
  { from: moduleFile('account', 'service'), to: 'src/jobs/task/tasks.ts' },
  { from: 'src/jobs/task/task.repository.ts', to: openTransaction },
  { from: moduleFile('asset', 'service'), to: 'src/workers/form-engine/form-engine.ts' },
  { from: 'src/workers/form-engine/a.ts', to: 'src/domain/xform/compile-xform.ts' },
  { from: 'src/workers/form-engine/a.ts', to: 'src/workers/pool/thread-pool.ts' },
  { from: 'src/backup/a.ts', to: 'src/storage/storage.port.ts' },
  { from: 'src/workers/image-resizer/a.ts', to: 'sharp' },
  { from: 'src/workers/submission-parser/a.ts', to: 'src/domain/submission/instance-parser.ts' },
  { from: moduleFile('account', 'service'), to: 'src/database/entities/user.entity.ts', typeOnly: true },
  { from: moduleFile('account', 'service'), to: 'src/events/subscribers.port.ts' },
  { from: moduleFile('account', 'repository'), to: 'typeorm' },
  { from: moduleFile('asset', 'service'), to: moduleFile('account', 'service') },
  { from: moduleFile('asset', 'presenter'), to: moduleFile('asset', 'service'), typeOnly: true },
  { from: moduleFile('asset', 'presenter'), to: moduleFile('permission', 'presenter') },
  { from: moduleFile('asset', 'presenter'), to: 'src/http/url/links.ts' },
  { from: 'src/modules/asset/asset.dto.ts', to: 'src/modules/permission/permission.dto.ts' },
  { from: 'src/modules/asset/asset.dto.ts', to: 'class-validator' },
  { from: 'src/modules/asset/version.dto.ts', to: moduleFile('asset', 'service'), typeOnly: true },
  { from: moduleFile('asset', 'controller'), to: moduleFile('asset', 'service') },
  { from: moduleFile('asset', 'controller'), to: 'src/authorization/policy.ts' },
  { from: 'src/admission-control/b.ts', to: 'src/authorization/request-actor.ts' },
  { from: moduleFile('asset', 'module'), to: moduleFile('permission', 'module') },
  { from: moduleFile('permission', 'service'), to: 'src/domain/permission/asset-access.factory.ts' },
  { from: 'src/openrosa/openrosa.controller.ts', to: moduleFile('submission', 'service') },
  { from: 'src/cli/user.command.ts', to: moduleFile('account', 'repository') },
  { from: 'src/app.module.ts', to: moduleFile('usage', 'module') },
  { from: 'test/support/actors.ts', to: 'src/domain/permission/asset-access.factory.ts' },
  { from: moduleFile('asset', 'service'), to: 'src/concurrency/limits.ts' },
  { from: 'test/support/actors.ts', to: 'jest-only' },
];

/** Forbidden imports, each in its own file, with the rule that is broken. */
const refused: readonly (TreeImport & { readonly rule: string })[] = [
  { from: 'src/domain/a.ts', to: '@nestjs/common', rule: 'domain-packages' },
  { from: 'src/domain/b.ts', to: 'typeorm', rule: 'domain-packages' },
  { from: 'src/concurrency/a.ts', to: 'src/config/environment.ts', rule: 'concurrency' },
  { from: 'src/concurrency/b.ts', to: 'typeorm', rule: 'concurrency-packages' },
  { from: 'src/domain/c.ts', to: 'node:fs', rule: 'domain-node' },
  { from: 'src/domain/d.ts', to: 'node:http', rule: 'domain-node' },
  { from: 'src/domain/e.ts', to: 'src/config/environment.ts', rule: 'domain' },
  { from: 'src/domain/f.ts', to: 'src/http/json-text.ts', typeOnly: true, rule: 'domain' },
  { from: 'src/config/a.ts', to: 'src/domain/errors.ts', rule: 'config' },
  { from: 'src/database/a.ts', to: moduleFile('account', 'service'), rule: 'database' },
  { from: 'src/database/b.ts', to: 'src/http/json-text.ts', rule: 'database' },
  { from: 'src/storage/a.ts', to: moduleFile('account', 'service'), rule: 'storage' },
  { from: 'src/storage/b.ts', to: 'src/jobs/graphile.queue.ts', rule: 'storage' },
  { from: 'src/events/a.ts', to: moduleFile('submission', 'service'), rule: 'events' },
  { from: 'src/events/b.ts', to: openTransaction, rule: 'events' },
  { from: 'src/jobs/a.ts', to: 'src/storage/storage.port.ts', rule: 'jobs' },
  { from: 'src/workers/pool/a.ts', to: moduleFile('asset', 'service'), rule: 'worker-pool' },
  { from: 'src/workers/pool/b.ts', to: 'src/workers/form-engine/form-engine.ts', rule: 'worker-pool' },
  { from: 'src/workers/form-engine/c.ts', to: moduleFile('asset', 'service'), rule: 'form-engine' },
  { from: 'src/workers/form-engine/b.ts', to: 'typeorm', rule: 'form-engine-packages' },
  { from: 'src/backup/b.ts', to: moduleFile('submission', 'service'), rule: 'backup' },
  { from: 'src/workers/image-resizer/b.ts', to: moduleFile('media', 'service'), rule: 'image-resizer' },
  {
    from: 'src/workers/submission-parser/b.ts',
    to: 'src/workers/form-engine/form-engine.ts',
    rule: 'submission-parser',
  },
  { from: 'src/outbound-http/a.ts', to: uow, rule: 'outbound-http' },
  { from: 'src/http/a.ts', to: uow, rule: 'http' },
  { from: 'src/http/b.ts', to: moduleFile('asset', 'service'), rule: 'http' },
  { from: 'src/http/c.ts', to: 'typeorm', rule: 'http-packages' },
  { from: 'src/http/d.ts', to: 'src/storage/storage.port.ts', typeOnly: true, rule: 'http' },
  { from: 'src/modules/asset/a.presenter.ts', to: '@nestjs/common', rule: 'presenter-packages' },
  {
    from: 'src/modules/asset/b.presenter.ts',
    to: 'src/modules/asset/c.service.ts',
    rule: 'presenter-types-only',
  },
  { from: 'src/modules/asset/d.presenter.ts', to: entity, typeOnly: true, rule: 'presenter' },
  { from: 'src/openrosa/e.presenter.ts', to: moduleFile('deployment', 'repository'), rule: 'presenter' },
  { from: 'src/modules/asset/a.dto.ts', to: moduleFile('asset', 'repository'), rule: 'dto' },
  { from: 'src/modules/asset/b.dto.ts', to: 'src/modules/asset/c.service.ts', rule: 'dto-types-only' },
  { from: 'src/modules/asset/c.dto.ts', to: '@nestjs/common', rule: 'dto-packages' },
  {
    from: 'src/modules/asset/a.repository.ts',
    to: 'src/modules/asset/b.repository.ts',
    rule: 'repository',
  },
  { from: 'src/modules/asset/c.repository.ts', to: 'src/modules/asset/c.service.ts', rule: 'repository' },
  { from: 'src/modules/asset/d.repository.ts', to: 'express', rule: 'repository-packages' },
  { from: 'src/modules/asset/e.controller.ts', to: 'src/modules/asset/f.repository.ts', rule: 'controller' },
  { from: 'src/modules/asset/e.service.ts', to: 'typeorm', rule: 'service-packages' },
  { from: 'src/modules/asset/f.service.ts', to: 'express', typeOnly: true, rule: 'service-packages' },
  { from: 'src/modules/asset/g.service.ts', to: entity, rule: 'service-types-only' },
  { from: 'src/modules/asset/h.service.ts', to: 'src/modules/asset/asset.dto.ts', rule: 'service' },
  { from: 'src/modules/asset/i.service.ts', to: moduleFile('permission', 'presenter'), rule: 'service' },
  { from: 'src/modules/asset/j.service.ts', to: moduleFile('permission', 'repository'), rule: 'module-face' },
  { from: 'src/modules/asset/k.service.ts', to: 'src/storage/local.storage.ts', rule: 'service' },
  { from: 'src/modules/asset/p.service.ts', to: 'src/jobs/task/task.repository.ts', rule: 'service' },
  { from: 'src/modules/asset/plain-file.ts', to: 'src/http/json-text.ts', rule: 'service' },
  {
    from: 'src/modules/asset/l.service.ts',
    to: moduleFile('submission', 'service'),
    rule: 'module-order-asset',
  },
  {
    from: 'src/modules/asset/d.dto.ts',
    to: 'src/modules/service/usage.dto.ts',
    rule: 'module-order-asset',
  },
  { from: 'src/modules/asset/a.controller.ts', to: moduleFile('asset', 'repository'), rule: 'controller' },
  { from: 'src/modules/asset/b.controller.ts', to: 'src/storage/storage.port.ts', rule: 'controller' },
  { from: 'src/modules/asset/c.controller.ts', to: 'typeorm', rule: 'controller-packages' },
  { from: 'src/modules/asset/d.controller.ts', to: moduleFile('account', 'service'), rule: 'controller' },
  { from: 'src/authentication/a.ts', to: moduleFile('asset', 'service'), rule: 'authentication' },
  { from: 'src/authentication/b.ts', to: uow, rule: 'authentication' },
  { from: 'src/openrosa/a.ts', to: moduleFile('submission', 'repository'), rule: 'openrosa' },
  { from: 'src/openrosa/b.ts', to: 'src/authorization/request-actor.ts', rule: 'openrosa' },
  { from: 'src/web/a.ts', to: entity, rule: 'web' },
  { from: 'src/web/b.ts', to: 'src/config/secret-key.ts', rule: 'web' },
  { from: 'src/admission-control/a.ts', to: moduleFile('account', 'service'), rule: 'admission-control' },
  { from: 'src/health/a.ts', to: moduleFile('asset', 'service'), rule: 'health' },
  { from: 'src/bootstrap/a.ts', to: moduleFile('account', 'repository'), rule: 'bootstrap' },
  { from: 'src/modules/asset/m.service.ts', to: 'src/app.setup.ts', rule: 'service' },
  {
    from: 'src/modules/asset/n.service.ts',
    to: 'src/domain/permission/asset-access.factory.ts',
    rule: 'access-proof',
  },
  {
    from: 'src/cli/a.command.ts',
    to: 'src/domain/permission/asset-access.factory.ts',
    rule: 'access-proof',
  },
  { from: 'src/modules/asset/o.service.ts', to: openTransaction, rule: 'open-transaction' },
  { from: 'src/authorization/a.ts', to: moduleFile('session', 'service'), rule: 'authorization' },
  { from: 'src/database/embedded-postgres/a.ts', to: 'src/config/environment.ts', rule: 'embedded-postgres' },
  { from: 'src/modules/novelty/a.service.ts', to: uow, rule: 'module-without-place' },
  { from: 'src/novelty/a.ts', to: 'src/domain/errors.ts', rule: 'folder-without-rule' },
  { from: 'src/domain/g.ts', to: 'src/domain/asset/uid-utils.ts', rule: 'named-by-subject' },
  { from: 'src/cli/b.command.ts', to: 'test/support/actors.ts', rule: 'no-test-in-product' },
  { from: 'src/cli/c.command.ts', to: 'jest-only', rule: 'no-development-package-in-product' },
  { from: 'src/cli/d.command.ts', to: 'never-installed', rule: 'resolvable' },
];

const cycle: readonly TreeImport[] = [
  { from: 'src/domain/circle/a.ts', to: 'src/domain/circle/b.ts' },
  { from: 'src/domain/circle/b.ts', to: 'src/domain/circle/a.ts', typeOnly: true },
];

describe('import rules', () => {
  const broken = brokenRules([...allowed, ...refused, ...cycle]);
  const describeImport = ({ from, to, typeOnly }: TreeImport): string =>
    `${from} → ${to}${typeOnly ? ' (type)' : ''}`;

  it.each(allowed.map((edge) => [describeImport(edge), edge] as const))('allow %s', (_, { from }) => {
    expect([...(broken.get(from) ?? [])]).toEqual([]);
  });

  it.each(refused.map((edge) => [describeImport(edge), edge] as const))('refuse %s', (_, { from, rule }) => {
    expect([...(broken.get(from) ?? [])]).toContain(rule);
  });

  it('refuse a cycle, even of types', () => {
    expect([...(broken.get('src/domain/circle/a.ts') ?? [])]).toEqual(['no-cycle']);
  });
});
