import type { AssetReport, MigrationReport } from '../../domain/migration/migration-report';
import { isFinal } from '../../domain/task/task-status';
import type { MigrationTask } from '../../modules/migration/task/migration-task.service';
import { badge, notice, recordTable, figure, confirmButton } from '../page/components';
import { html, type Html } from '../page/html';
import { countText } from '../page/format-text';
import { presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { projectPath } from './project-head';
import { MOVE_TRAIL, moveBadge, movePath } from './move-form.page';

/** Progress of a move, then its report. */
export function presentMove(visitor: Visitor, task: MigrationTask, scripts: Html) {
  const { uid, status, request, messages } = task;
  const isOpen = !isFinal(status);
  const title = `Move from ${request.source}`;
  const body = html`${isOpen && progress(task)}
    ${messages.error !== undefined && notice(messages.error, 'alarm')}
    ${messages.report !== undefined && report(messages.report)}
    <div class="buttons">
      ${!isOpen && html`<a class="button quiet" href="${againPath(request)}">Move again</a>`}
      ${confirmButton(visitor, movePath(`${uid}/delete/`), {
        label: isOpen ? 'Cancel the move' : 'Delete the report',
        consequence: isOpen
          ? 'What was moved stays. The token or password is deleted; start again to continue.'
          : 'The moved projects stay.',
      })}
    </div>`;
  return presentHtmlPage(visitor, {
    title,
    section: 'projects',
    head: {
      title,
      trail: [...MOVE_TRAIL, { path: movePath(), name: 'Move' }],
      label: 'Move',
      ...(!isOpen && { badge: moveBadge(task) }),
    },
    body,
    scripts,
    usesFetch: true,
    ...(isOpen && { refreshSeconds: 5 }),
  });
}

function againPath({ from, source }: MigrationTask['request']): string {
  return movePath(`?${new URLSearchParams({ from, source }).toString()}`);
}

function progress({ step, rowsDone, rowsTotal, speed }: MigrationTask): Html {
  const done = rowsDone ?? 0;
  const total = rowsTotal ?? 0;
  const content =
    step === null
      ? html`<h2>Waiting …</h2>
          <p class="soft">The move begins when earlier ones have ended. You may close this page.</p>`
      : html`<h2>
            ${step.phase === 'moving' ? 'Moving' : 'Comparing'}
            <bdi>${step.name === '' ? step.uid : step.name}</bdi>
          </h2>
          <p>${step.position} of ${step.total}</p>
          ${
            total > 0 &&
            html`<label for="progress">Submissions</label>
              <progress id="progress" max="${total}" value="${done}"></progress>
              <p>
                ${countText(done)} of
                ${countText(total)}${
                  speed !== undefined &&
                  html`, ${countText(speed.perSecond)} a
                  second${speed.secondsLeft !== null && html`, about ${durationText(speed.secondsLeft)} left`}`
                }
              </p>`
          }
          <p class="soft">You may close this page. Moved projects are listed at Projects.</p>`;
  return html`<section class="sheet" data-watch role="status">${content}</section>`;
}

function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} seconds`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} minutes`;
  return `${Math.round(seconds / 3600)} hours`;
}

function report({ equal, missingAccounts, failed, assets }: MigrationReport): Html {
  return html`${
    equal
      ? notice('All that was compared is equal to the source. The bytes of files were not compared again.')
      : notice('Some of it is not here, or differs. See below.', 'caution')
  }
  ${sentences('Not found there', failed)}
  ${sentences('Users without an account here; their permissions are left out', missingAccounts)}
  ${recordTable({
    caption: 'Moved projects',
    columns: [
      'Project',
      'State',
      figure('There'),
      figure('Here'),
      figure('New'),
      figure('Changed'),
      figure('Deleted'),
      figure('Files'),
    ],
    rows: assets.map(assetRow),
  })}
  ${assets.map(assetDetails)}`;
}

function assetRow(asset: AssetReport) {
  const { uid, name, assetType, comparison, submissions } = asset;
  const path = assetType === 'survey' ? projectPath(uid) : '/library/';
  const count = (number: number | undefined): string => (number === undefined ? '' : countText(number));
  return [
    html`<a class="name" dir="auto" href="${path}">${name === '' ? uid : name}</a>`,
    stateBadge(asset),
    count(comparison?.count.source),
    count(comparison?.count.here),
    ...[submissions?.created, submissions?.changed, submissions?.deleted, submissions?.attachments].map(
      count,
    ),
  ];
}

function stateBadge({ state, differences }: AssetReport): Html {
  if (state !== 'complete') return badge('Incomplete', 'bad');
  return differences.length === 0 ? badge('Equal', 'good') : badge('With differences', 'caution');
}

function assetDetails({ uid, name, problems, differences, notes, notMoved = [] }: AssetReport): Html {
  if (problems.length + differences.length + notes.length + notMoved.length === 0) return html``;
  return html`<section class="sheet" aria-labelledby="${uid}">
    <h2 id="${uid}" dir="auto">${name === '' ? uid : name}</h2>
    ${problems.length > 0 && html`<p>It stays archived here until this is solved. Then move again.</p>`}
    ${sentences('Problems', problems)} ${sentences('Differences', differences)}
    ${sentences('Not moved', notMoved)} ${sentences('Notes', notes)}
  </section>`;
}

function sentences(title: string, items: readonly string[]): Html {
  if (items.length === 0) return html``;
  return html`<h3>${title}</h3>
    <ul class="ticks">
      ${items.map((item) => html`<li dir="auto">${item}</li>`)}
    </ul>`;
}
