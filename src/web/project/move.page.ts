import type { AssetReport, MigrationReport } from '../../domain/migration/migration-report';
import { isFinal } from '../../domain/task/task-status';
import type { MigrationTask } from '../../modules/migration/task/migration-task.service';
import { badge, notice, recordTable, figure, confirmButton } from '../page/components';
import { type Text, knownText, t } from '../../language/message';
import { html, type Html, type HtmlValue, richText } from '../page/html';
import { countText } from '../../language/format';
import { presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { projectPath } from './project-head';
import { moveTrail, moveBadge, movePath } from './move-form.page';

/** Progress of a move, then its report. */
export function presentMove(visitor: Visitor, task: MigrationTask, scripts: Html) {
  const { uid, status, request, messages } = task;
  const isOpen = !isFinal(status);
  const title = t('Move from {source}', { source: request.source });
  const body = html`${isOpen && progress(task)}
    ${messages.error !== undefined && notice(knownText(messages.error), 'alarm')}
    ${messages.report !== undefined && report(messages.report)}
    <div class="buttons">
      ${!isOpen && html`<a class="button quiet" href="${againPath(request)}">${t('Move again')}</a>`}
      ${confirmButton(visitor, movePath(`${uid}/delete/`), {
        label: isOpen ? t('Cancel the move') : t('Delete the report'),
        consequence: isOpen
          ? t('What was moved stays. The token or password is deleted; start again to continue.')
          : t('The moved projects stay.'),
      })}
    </div>`;
  return presentHtmlPage(visitor, {
    title,
    section: 'projects',
    head: {
      title,
      trail: [...moveTrail(), { path: movePath(), name: t('Move') }],
      label: t('Move'),
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
      ? html`<h2>${t('Waiting …')}</h2>
          <p class="soft">${t('The move begins when earlier ones have ended. You may close this page.')}</p>`
      : html`<h2>${stepText(step.phase, step.name === '' ? step.uid : step.name)}</h2>
          <p>${t('{position} of {total}', { position: step.position, total: step.total })}</p>
          ${
            total > 0 &&
            html`<label for="progress">${t('Submissions')}</label>
              <progress id="progress" max="${total}" value="${done}"></progress>
              <p>${progressText(done, total, speed)}</p>`
          }
          <p class="soft">${t('You may close this page. Moved projects are listed at Projects.')}</p>`;
  return html`<section class="sheet" data-watch role="status">${content}</section>`;
}

function stepText(phase: 'moving' | 'comparing', name: string): Html {
  const elements = { bdi: (text: HtmlValue) => html`<bdi>${text}</bdi>` };
  return phase === 'moving'
    ? richText('Moving <bdi>{name}</bdi>', elements, { name })
    : richText('Comparing <bdi>{name}</bdi>', elements, { name });
}

function progressText(done: number, total: number, speed: MigrationTask['speed']): Text {
  const counts = { done: countText(done), total: countText(total) };
  if (speed === undefined) return t('{done} of {total}', counts);
  const values = { ...counts, speed: countText(speed.perSecond) };
  return speed.secondsLeft === null
    ? t('{done} of {total}, {speed} a second', values)
    : t('{done} of {total}, {speed} a second, about {time} left', {
        ...values,
        time: durationText(speed.secondsLeft),
      });
}

function durationText(seconds: number): Text {
  if (seconds < 90) {
    return t('{count, plural, one {# second} other {# seconds}}', { count: Math.ceil(seconds) });
  }
  if (seconds < 5400) {
    return t('{count, plural, one {# minute} other {# minutes}}', { count: Math.round(seconds / 60) });
  }
  return t('{count, plural, one {# hour} other {# hours}}', { count: Math.round(seconds / 3600) });
}

function report({ equal, missingAccounts, failed, assets }: MigrationReport): Html {
  return html`${
    equal
      ? notice(t('All that was compared is equal to the source. The bytes of files were not compared again.'))
      : notice(t('Some of it is not here, or differs. See below.'), 'caution')
  }
  ${sentences(t('Not found there'), failed)}
  ${sentences(t('Users without an account here; their permissions are left out'), missingAccounts)}
  ${recordTable({
    caption: t('Moved projects'),
    columns: [
      t('Project'),
      t('State'),
      figure(t('There')),
      figure(t('Here')),
      figure(t('New')),
      figure(t('Changed')),
      figure(t('Deleted')),
      figure(t('Files')),
    ],
    rows: assets.map(assetRow),
  })}
  ${assets.map(assetDetails)}`;
}

function assetRow(asset: AssetReport) {
  const { uid, name, assetType, comparison, submissions } = asset;
  const path = assetType === 'survey' ? projectPath(uid) : '/library/';
  const count = (number: number | undefined): Text => (number === undefined ? '' : countText(number));
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
  if (state !== 'complete') return badge(t('Incomplete'), 'bad');
  return differences.length === 0 ? badge(t('Equal'), 'good') : badge(t('With differences'), 'caution');
}

function assetDetails({ uid, name, problems, differences, notes, notMoved = [] }: AssetReport): Html {
  if (problems.length + differences.length + notes.length + notMoved.length === 0) return html``;
  return html`<section class="sheet" aria-labelledby="${uid}">
    <h2 id="${uid}" dir="auto">${name === '' ? uid : name}</h2>
    ${problems.length > 0 && html`<p>${t('It stays archived here until this is solved. Then move again.')}</p>`}
    ${sentences(t('Problems'), problems)} ${sentences(t('Differences'), differences)}
    ${sentences(t('Not moved'), notMoved)} ${sentences(t('Notes'), notes)}
  </section>`;
}

function sentences(title: Text, items: readonly string[]): Html {
  if (items.length === 0) return html``;
  return html`<h3>${title}</h3>
    <ul class="ticks">
      ${items.map((item) => html`<li dir="auto">${item}</li>`)}
    </ul>`;
}
