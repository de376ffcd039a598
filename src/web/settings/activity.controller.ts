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
import { settingsPath, settingsTabs } from './settings-tabs';
import { type Text, t } from '../../language/message';

function presentActivity(
  visitor: Visitor,
  project: Project,
  entries: readonly AuditEntry[],
  window: CountedWindow,
) {
  const body = html`${settingsTabs(project, 'activity/')}
  ${
    entries.length === 0
      ? emptyState({ title: t('No activity'), text: t('Changes of the project are listed here.') })
      : html`<div class="buttons">
            <a class="button quiet" href="/api/v2/assets/${project.uid}/history/export.csv"
              >${t('Download as CSV')}</a
            >
          </div>
          ${entryTable(entries)} ${pager(settingsPath(project, 'activity/'), {}, window)}`
  }`;
  return presentProjectPage(visitor, project, { tab: 'settings', title: t('Activity'), body });
}

/** @param showsProjects names the project of each entry */
export function entryTable(entries: readonly AuditEntry[], { showsProjects = false } = {}): Html {
  return recordTable({
    caption: t('Activity'),
    columns: [
      t('Time'),
      t('Person'),
      ...(showsProjects ? [t('Project')] : []),
      t('What changed'),
      whole(t('Details')),
    ],
    rows: entries.map((entry) => {
      const details = auditDetails(entry.metadata);
      return [
        timeText(entry.dateCreated),
        entry.username === '' ? t('The service') : html`<span dir="auto">${entry.username}</span>`,
        ...(showsProjects ? [projectLink(entry)] : []),
        actionText(entry.action),
        details,
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

const actionTexts = (): Readonly<Record<string, Text>> => ({
  auth: t('Sign in'),
  'auth-failed': t('Sign-in refused'),
  create: t('Create'),
  update: t('Update'),
  delete: t('Delete'),
  undelete: t('Undelete'),
  purge: t('Purge'),
  'update-name': t('Update name'),
  'update-settings': t('Update settings'),
  'update-content': t('Update content'),
  'replace-form': t('Replace form'),
  deploy: t('Deploy'),
  redeploy: t('Redeploy'),
  archive: t('Archive'),
  unarchive: t('Unarchive'),
  'add-media': t('Add media'),
  'delete-media': t('Delete media'),
  'modify-submission': t('Modify submission'),
  'delete-submission': t('Delete submission'),
  'restore-submission': t('Restore submission'),
  'purge-submission': t('Purge submission'),
  'modify-qa-data': t('Change analysis answers'),
  'update-qa': t('Change analysis questions'),
  'register-service': t('Add webhook'),
  'modify-service': t('Change webhook'),
  'delete-service': t('Delete webhook'),
  'enable-sharing': t('Enable sharing'),
  'modify-sharing': t('Modify sharing'),
  'disable-sharing': t('Disable sharing'),
  'connect-project': t('Connect project'),
  'modify-imported-fields': t('Modify imported fields'),
  'disconnect-project': t('Disconnect project'),
  'modify-user-permissions': t('Change permissions'),
  'clone-permissions': t('Copy permissions'),
  'share-form-publicly': t('Share form publicly'),
  'unshare-form-publicly': t('Unshare form publicly'),
  'share-data-publicly': t('Share data publicly'),
  'unshare-data-publicly': t('Unshare data publicly'),
  'allow-anonymous-submissions': t('Allow anonymous submissions'),
  'disallow-anonymous-submissions': t('Disallow anonymous submissions'),
  export: t('Export'),
  transfer: t('Transfer'),
});

/** An action without a text of its own, such as `new-action`, is `New action`. */
function actionText(action: string): Text {
  const words = action.replaceAll('-', ' ');
  return actionTexts()[action] ?? words.slice(0, 1).toUpperCase() + words.slice(1);
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
    const { items, count } = await this.audit.listProject(visitor.actor, access, undefined, window);
    return presentActivity(visitor, await this.projects.of(visitor.actor, access), items, {
      ...window,
      count,
    });
  }
}
