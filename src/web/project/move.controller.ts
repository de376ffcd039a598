import { Body, Get, Param, Query } from '@nestjs/common';
import type { AssetReport, MigrationReport } from '../../domain/migration/migration-report';
import { isFinal } from '../../domain/task/task-status';
import {
  type MigrationTask,
  MigrationTaskService,
} from '../../modules/migration/task/migration-task.service';
import { badge, notice, recordTable, figure, confirmButton } from '../page/components';
import { type Text, knownText, t } from '../../language/message';
import { html, type Html, type HtmlValue, richText } from '../page/html';
import { countText } from '../../language/format';
import { presentHtmlPage, presentRedirect, SINGLE_PAGE } from '../page/page';
import { type Visitor, CurrentVisitor } from '../page/visitor';
import { projectPath } from './project-head';
import { moveTrail, moveBadge, movePath, presentChoice, presentMoveForm } from './move-form.page';
import { CurrentActor, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { SourceCredentials, SourceKind } from '../../domain/migration/migration-task';
import { RepeatableBody } from '../../http/body/incoming-body';
import { SourceReaderService } from '../../modules/migration/task/source-reader.service';
import { BrowserFiles } from '../page/browser-files';
import { handleForm, lineOf, type Sent, textOf, PageController, PostForm } from '../page/handle-form';

/** Progress of a move, then its report. */
function presentMove(visitor: Visitor, task: MigrationTask, scripts: Html) {
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

/** The API limits and checks them. */
function readAssets({ assets = [] }: Sent): string[] {
  return [assets].flat().map(String);
}

function kindOf({ from }: Sent): SourceKind {
  return from === 'central' ? 'central' : 'kobo';
}

/** @throws InvalidError by field */
function readCredentials(body: Sent): SourceCredentials {
  const [from, source] = [kindOf(body), lineOf(body, 'source')];
  if (from === 'kobo') return { from, source, secret: { token: lineOf(body, 'token') } };
  // Spaces around a password belong to it.
  return { from, source, secret: { email: lineOf(body, 'email'), password: textOf(body['password']) } };
}

/** Moves projects from another server: address and credentials, choice of projects, progress, report. */
@PageController('projects/move')
export class MoveController {
  constructor(
    private readonly migrations: MigrationTaskService,
    private readonly sources: SourceReaderService,
    private readonly files: BrowserFiles,
  ) {}

  @Get()
  @SignedIn()
  async form(@CurrentVisitor() visitor: Visitor<UserActor>, @Query() query: Sent) {
    const values = { from: kindOf(query), source: lineOf(query, 'source'), query };
    return presentMoveForm(visitor, await this.moves(visitor.actor), values);
  }

  /** Lists the projects of the account there. */
  @PostForm()
  @SignedIn()
  choose(@CurrentVisitor() visitor: Visitor<UserActor>, @Body() body: Sent) {
    const credentials = () => readCredentials(body);
    return handleForm(() => this.sources.list(visitor.actor, credentials()), {
      done: (account) => presentChoice(visitor, account, this.sources.seal(visitor.actor, credentials())),
      invalid: async (errors) =>
        presentMoveForm(visitor, await this.moves(visitor.actor), {
          errors,
          from: kindOf(body),
          source: textOf(body['source']),
          email: textOf(body['email']),
        }),
    });
  }

  @PostForm('start')
  @SignedIn()
  start(@CurrentVisitor() visitor: Visitor<UserActor>, @RepeatableBody() body: Sent) {
    const sealed = lineOf(body, 'credentials');
    const start = async () => {
      const credentials = this.sources.unseal(visitor.actor, sealed);
      return this.migrations.start(visitor.actor, { ...credentials, assetUids: readAssets(body) });
    };
    return handleForm(start, {
      done: ({ uid }) => presentRedirect(movePath(`${uid}/`)),
      invalid: async (errors) => {
        if (errors.fields['assets'] === undefined)
          return presentMoveForm(visitor, await this.moves(visitor.actor), {
            errors,
            from: kindOf(body),
            source: '',
          });
        const account = await this.sources.list(visitor.actor, this.sources.unseal(visitor.actor, sealed));
        return presentChoice(visitor, account, sealed, errors);
      },
    });
  }

  @Get(':move')
  @SignedIn()
  async show(@CurrentVisitor() visitor: Visitor<UserActor>, @Param('move') uid: string) {
    return presentMove(visitor, await this.migrations.show(visitor.actor, uid), this.files.tags('project'));
  }

  @PostForm(':move/delete')
  @SignedIn()
  async remove(@CurrentActor() actor: UserActor, @Param('move') uid: string) {
    const { status } = await this.migrations.show(actor, uid);
    await this.migrations.remove(actor, uid);
    return presentRedirect(movePath(`?done=${isFinal(status) ? 'deleted' : 'cancelled'}`));
  }

  private async moves(actor: UserActor) {
    return (await this.migrations.list(actor, SINGLE_PAGE)).items;
  }
}
