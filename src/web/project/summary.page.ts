import { doneNotice, timeText } from '../page/components';
import { html } from '../page/html';
import type { Visitor } from '../page/visitor';
import type { Project } from './project-head';
import { presentProjectPage } from './project-page';

const DONE = { created: 'The project was created.' };

export function presentSummary(visitor: Visitor, project: Project, query: Readonly<Record<string, unknown>>) {
  const body = html`${doneNotice(query, DONE)}
    <section class="sheet">
      <dl>
        <dt>Owner</dt>
        <dd>${project.ownerUsername}</dd>
        <dt>Last change</dt>
        <dd>${timeText(project.dateModified)}</dd>
        <dt>Last deployment</dt>
        <dd>${project.dateDeployed === null ? 'Never' : timeText(project.dateDeployed)}</dd>
      </dl>
    </section>`;
  return presentProjectPage(visitor, project, { tab: 'summary', body });
}
