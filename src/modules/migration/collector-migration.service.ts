import { Injectable } from '@nestjs/common';
import { DomainError } from '../../domain/errors';
import { CollectorLinkService } from '../account/credential/collector-link.service';
import { PermissionService } from '../permission/permission.service';
import type { MigratingAsset } from './asset-migration.service';
import type { MigrationOptions } from './migration-options';

const ALL = { limit: 1000, start: 0 };

/** Creates a collector link for each collector of a source, found again by name. */
@Injectable()
export class CollectorMigrationService {
  constructor(
    private readonly links: CollectorLinkService,
    private readonly permissions: PermissionService,
  ) {}

  /** Without a receiver of the links, which are shown once, collectors are only named. */
  async move(
    { asset: { uid, name: assetName, formId = uid, collectors = [] }, owner, log }: MigratingAsset,
    { receiveLink }: Pick<MigrationOptions, 'receiveLink'>,
  ): Promise<void> {
    if (collectors.length === 0) return;
    const access = await this.permissions.authorize(owner, uid, 'manage_asset');
    if (access === undefined) return;
    const known = new Set((await this.links.list(access, ALL)).items.map(({ name }) => name));
    const missing = new Set(collectors.map((name) => name.trim()).filter((name) => !known.has(name)));
    if (receiveLink === undefined) {
      if (missing.size > 0)
        log.notes.add(
          `Collectors without a link here: ${[...missing].join(', ')}. Create links on its tab Collect, or with --links`,
        );
      return;
    }
    for (const collector of missing) {
      try {
        const { uid: link, key } = await this.links.create(owner, access, collector);
        // A link that was not handed over is of no use, and would not be created again.
        await receiveLink({ formId, assetName, collector, key }).catch(async (error: unknown) => {
          await this.links.revoke(owner, access, link);
          throw error;
        });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        log.problems.add(`Collector link of ${collector}: ${error.message}`);
      }
    }
  }
}
