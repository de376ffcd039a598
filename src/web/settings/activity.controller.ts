import { Get, Query } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AuditService, type AuditEntry } from '../../modules/audit/audit.service';
import { PageController, readStart, type Sent } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Projects, type Project, presentProjectPage, projectPath } from '../project/project-head';
import { emptyState, pager, recordTable, timeText, whole, type CountedWindow } from '../page/components';
import { html, type Html, type HtmlValue } from '../page/html';
import { auditDetails } from './audit-detail';
import { settingsPath } from './settings.page';

function presentActivity(
  visitor: Visitor,
  project: Project,
  entries: readonly AuditEntry[],
  window: CountedWindow,
) {
  const body = html`<p><a href="${settingsPath(project)}">Settings</a></p>
    ${
      entries.length === 0
        ? emptyState({ title: 'No activity', text: 'Changes of the project are listed here.' })
        : html`<div class="buttons">
              <a class="button quiet" href="/api/v2/assets/${project.uid}/history/export.csv"
                >Download as CSV</a
              >
            </div>
            ${entryTable(entries)} ${pager(settingsPath(project, 'activity/'), {}, window)}`
    }`;
  return presentProjectPage(visitor, project, { tab: 'settings', title: 'Activity', body });
}

/** @param showsProjects names the project of each entry */
export function entryTable(entries: readonly AuditEntry[], { showsProjects = false } = {}): Html {
  return recordTable({
    caption: 'Activity',
    columns: ['Time', 'Person', ...(showsProjects ? ['Project'] : []), 'Change', whole('Details')],
    rows: entries.map((entry) => {
      const details = auditDetails(entry.metadata);
      return [
        timeText(entry.dateCreated),
        entry.username === '' ? 'The service' : html`<span dir="auto">${entry.username}</span>`,
        ...(showsProjects ? [projectLink(entry)] : []),
        actionText(entry.action),
        details.text === '' ? '' : details,
      ];
    }),
  });
}

/** The project by its present name; by its uid once it was purged. */
function projectLink({ assetUid, assetName }: AuditEntry): HtmlValue {
  if (assetUid === null) return '';
  if (assetName === null) return html`<code>${assetUid}</code>`;
  return html`<a dir="auto" href="${projectPath(assetUid)}">${assetName === '' ? assetUid : assetName}</a>`;
}

/** Actions whose names on the wire are not those of the pages. */
const ACTIONS: Readonly<Record<string, string>> = {
  auth: 'sign in',
  'auth-failed': 'sign-in refused',
  'clone-permissions': 'copy permissions',
  'modify-qa-data': 'change analysis answers',
  'update-qa': 'change analysis questions',
  'register-service': 'add webhook',
  'modify-service': 'change webhook',
  'delete-service': 'delete webhook',
  'modify-user-permissions': 'change permissions',
};

/** `update-name` as `Update name`. */
function actionText(action: string): string {
  const words = ACTIONS[action] ?? action.replaceAll('-', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const ENTRIES_PER_PAGE = 50;

/** History of a project. */
@PageController('projects/:uid/settings/activity')
export class ActivityController {
  constructor(
    private readonly projects: Projects,
    private readonly audit: AuditService,
  ) {}

  @Get()
  @Requires('manage_asset', { family: 'history' })
  async list(
    access: AssetAccess<'manage_asset'>,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Query() query: Sent,
  ) {
    const window = { start: readStart(query), limit: ENTRIES_PER_PAGE };
    const { items, count } = await this.audit.listProject(access, undefined, window);
    return presentActivity(visitor, await this.projects.of(visitor.actor, access), items, {
      ...window,
      count,
    });
  }
}
