import { Get, Query } from '@nestjs/common';
import type { EntityProblem } from '../../domain/entity/entity-change';
import type { Page, PageWindow } from '../../domain/page';
import { type ProblemRow, EntityService } from '../../modules/entity/entity.service';
import { type Text, t } from '../../language/message';
import { emptyState, pager, recordTable, timeText } from '../page/components';
import { html } from '../page/html';
import { type Visitor, CurrentVisitor } from '../page/visitor';
import { type Project, presentProjectPage, projectPath, Projects } from '../project/project-head';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { PageController, readStart, type Sent } from '../page/handle-form';

/** Says the reason and a remedy. */
function problemText(problem: EntityProblem): Text {
  switch (problem) {
    case 'unapproved':
      return t('It waits for approval. Approve the submission, and the entry is added.');
    case 'waiting':
      return t('It waits for an earlier submission from the same phone. It is added once that one arrives.');
    case 'exists':
      return t(
        'The list has, or had, this entry already: it was registered twice. If something differs, change the entry by hand.',
      );
    case 'entity_unknown':
      return t(
        'The entry that it changes is not in the list. Edit the submission and choose another, or add the entry by hand.',
      );
    case 'entity_deleted':
      return t(
        'The entry that it changes was deleted from the list. Edit the submission and choose another.',
      );
    case 'label_missing':
      return t('The name of the entry is empty. Edit the submission and fill it in.');
    case 'id_missing':
      return t('The form gave the entry no valid identifier. Correct the form, or add the entry by hand.');
    case 'version_missing':
    case 'version_unknown':
      return t('The form does not say which state of the entry it changed. Change the entry by hand.');
    case 'list_unknown':
    case 'property_unknown':
      return t('The list is not ready for the answers. Deploy the form again, then edit the submission.');
  }
}

function presentListProblems(visitor: Visitor, project: Project, page: Page<ProblemRow> & PageWindow) {
  const { uid } = project;
  const title = t('Submissions that did not reach a list');
  const body = html`<div class="title"><h2>${title}</h2></div>
    ${
      page.count === 0
        ? emptyState({
            title: t('All reached their lists'),
            text: t('What people register or change in this form is in the lists that it saves to.'),
          })
        : html`<p class="soft">
              ${t('The submissions are stored. What they register or change is not in the list yet, for these reasons.')}
            </p>
            ${recordTable({
              caption: title,
              columns: [t('Submission'), t('List'), t('Reason'), t('Time')],
              rows: page.items.map(({ submissionId, node, problem, dateCreated }) => [
                html`<a href="${projectPath(uid, `data/${submissionId}/`)}">${submissionId}</a>`,
                html`<span dir="auto">${node.dataset}</span>`,
                problemText(problem),
                timeText(dateCreated),
              ]),
            })}
            ${pager(projectPath(uid, 'list-problems/'), {}, page)}`
    }`;
  return presentProjectPage(visitor, project, { tab: 'data', title, body });
}

const PROBLEMS_PER_PAGE = 50;

/** Submissions of a project that did not reach the lists that the form saves to. */
@PageController('projects/:uid/list-problems')
export class ListProblemPageController {
  constructor(
    private readonly projects: Projects,
    private readonly entities: EntityService,
  ) {}

  @Get()
  @Requires('view_asset', { also: 'view_submissions' })
  async listProblems(
    access: AssetAccess<'view_asset'>,
    @CurrentVisitor() visitor: Visitor,
    @Query() sent: Sent,
  ) {
    const window = { start: readStart(sent), limit: PROBLEMS_PER_PAGE };
    const page = await this.entities.problems(access, window);
    return presentListProblems(visitor, await this.projects.of(visitor.actor, access), {
      ...page,
      ...window,
    });
  }
}
