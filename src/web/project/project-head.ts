import { Injectable } from '@nestjs/common';
import type { Actor } from '../../domain/account/actor';
import { deploymentStatus, type DeploymentStatus } from '../../domain/asset/deployment-status';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Codename } from '../../domain/permission/codename';
import { type AssetOverview, AssetViewService } from '../../modules/asset/asset-view.service';

/** The project that a page belongs to, and what the visitor may do with it. */
export interface Project extends AssetOverview {
  readonly deployment: DeploymentStatus;
}

/** Reads the project of a page. Every page below `/projects/:uid` shows its name, status and tabs. */
@Injectable()
export class Projects {
  constructor(private readonly views: AssetViewService) {}

  async of(actor: Actor, access: AssetAccess<Codename>): Promise<Project> {
    const view = await this.views.overviewOf(actor, access);
    return { ...view, deployment: deploymentStatus(view) };
  }
}

/** Whether the visitor may view at least some submissions. */
export function viewsSubmissions({ held }: Pick<AssetOverview, 'held'>): boolean {
  return held.has('view_submissions') || held.has('partial_submissions');
}
