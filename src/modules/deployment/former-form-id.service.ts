import { Injectable } from '@nestjs/common';
import type { Actor } from '../../domain/account/actor';
import { ConflictError } from '../../domain/errors';
import { PermissionService } from '../permission/permission.service';
import { DeploymentRepository } from './deployment.repository';

/**
 * Finds forms by the id that they had at the server that they were moved from, which unsent forms on phones name. Such an id
 * is not unique: it counts for the form of a collector link, else for forms of one owner, so that no user can claim it for
 * submissions to others (decision 150).
 */
@Injectable()
export class FormerFormIdService {
  constructor(
    private readonly deployments: DeploymentRepository,
    private readonly permissions: PermissionService,
  ) {}

  /**
   * @param ownerUsername owner that the path names; default: the caller
   * @returns uid of the form that the caller may submit to
   * @throws ConflictError if there are several
   */
  async find(actor: Actor, formId: string, ownerUsername?: string): Promise<string | undefined> {
    const linked = actor.kind === 'anonymous' ? actor.collectorAssetUid : undefined;
    const owner = ownerUsername ?? (actor.kind === 'user' ? actor.username : undefined);
    if (linked === undefined && owner === undefined) return undefined;
    const scope = linked === undefined ? { owner } : { assetUid: linked };
    const permitted: { uid: string; active: boolean }[] = [];
    for (const form of await this.deployments.findFormer(formId, scope)) {
      const access = await this.permissions.authorize(actor, form.uid, 'add_submissions');
      if (access !== undefined) permitted.push(form);
    }
    const active = permitted.filter((form) => form.active);
    const [first, second] = active.length > 0 ? active : permitted;
    if (second !== undefined) {
      throw new ConflictError(
        `Several forms had the id ${formId} before they were moved here. Send it with the collector link of its form.`,
      );
    }
    return first?.uid;
  }
}
