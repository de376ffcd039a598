import { timeLine, type Unit } from '../../domain/report/time-line';
import type { ChartedReport, ReportInput, ReportOptions } from '../../modules/report/report.service';
import { html, type Html, richText } from '../page/html';
import { countText, dayText } from '../../language/format';
import { type Text, t } from '../../language/message';
import { doneNotice, emptyState } from '../page/components';
import { crossForm, crossSection } from './cross-table.page';
import { type ReportPage, type ReportView, reportQuery } from './report-address';
import { savedSection } from './saved-report.page';
import type { Visitor } from '../page/visitor';
import { reportTexts } from '../page/script-texts';
import {
  NONE_SHARED,
  type Project,
  presentProjectPage,
  projectPath,
  viewsSome,
} from '../project/project-head';
import { hasSummary, questionSection } from './question-section';
import { questionTitle, type QuestionSummary } from './question-summary';
import { chartWithTable, dataTable } from './data-table';
import { spanText, timeLineChart } from '../chart/column-chart';
import { isFreeText, type ReportQuestion, selectQuestions } from '../../domain/report/report-question';
import { type Option, labelledSelect } from '../page/form-field';

const doneTexts = () => ({
  saved: t('The report was saved. All who may view submissions find it here.'),
  deleted: t('The saved report was deleted.'),
});

/** The report with charts, for screens, print and screen readers. */
export function presentReportPage(visitor: Visitor, project: Project, page: ReportPage) {
  const { report, view, sent } = page;
  const { total } = report;
  const isEmpty = total === 0 && view.cross === undefined;
  const body = html`${doneNotice(sent, doneTexts())} ${savedSection(visitor, project, page)}
    <p class="soft">${summary(report)}</p>
    ${viewLinks(page)}
    ${view.cross === undefined ? filterForm(report.options, view) : crossForm(view.cross, report, keptFields(report.options))}
    ${isEmpty ? noSubmissions(project) : view.cross === undefined ? questions(report, view) : crossSection(view.cross, report)}
    <p class="buttons"><a class="button quiet" href="${jsonLink(report)}">${t('Report as JSON')}</a></p>`;
  return presentProjectPage(visitor, project, {
    tab: 'reports',
    scripts: page.scripts,
    scriptTexts: reportTexts(),
    body,
  });
}

/** Loads again until the report is made. @param share of the submissions that are counted, from 0 to 1 */
export function presentReportProgress(visitor: Visitor, project: Project, share: number, scripts: Html) {
  const percent = Math.floor(share * 100);
  const body = html`<section class="sheet" data-watch role="status">
    <h2>${t('Counting the answers …')}</h2>
    <progress max="100" value="${percent}" aria-label="${t('Counted submissions')}"></progress>
    <p class="soft">
      ${t('{percent} % of the submissions are counted. The report opens when all are. It is faster the next time.', { percent: countText(percent) })}
    </p>
  </section>`;
  return presentProjectPage(visitor, project, {
    tab: 'reports',
    body,
    scripts,
    usesFetch: true,
    refreshSeconds: 1,
  });
}

function questions(report: ChartedReport, { order }: ReportView): Html {
  const { total, options } = report;
  const summaries = report.questions.map(({ question, counts }, index) => ({
    id: `question-${index + 1}`,
    question,
    counts,
    points: report.geoPoints.get(index),
    total,
    split: report.split,
    order,
  }));
  const shown = summaries.filter(hasSummary);
  return html`${lostQuestions(options)} ${contents(shown)} ${submissions(report)}
  ${shown.map(questionSection)} ${otherQuestions(summaries, options.selected)}`;
}

/** Saved reports outlive the questions that they name. */
function lostQuestions({ selected, questions }: ReportOptions): Html {
  const lost = selected.names.filter((name) => selectQuestions(questions, [name]).length === 0);
  if (lost.length === 0) return html``;
  return html`<p class="notice" role="status">
    ${t(
      'The report has no questions with these names: {names}. Choose another version to see former questions.',
      { names: lost.join(', ') },
    )}
  </p>`;
}

/** The two views of a report, of the same submissions. */
function viewLinks({ report, view }: ReportPage): Html {
  const { selected, splits } = report.options;
  if (splits.length === 0) return html``;
  const { version, language } = selected;
  const plain = { version, language, names: [], splitBy: undefined };
  const links = [
    { name: t('Questions'), cross: undefined },
    { name: t('Cross-table'), cross: { rows: '', columns: '', shares: 'count' } as const },
  ];
  return html`<nav class="views" aria-label="${t('Report views')}">
    ${links.map(
      ({ name, cross }) =>
        html`<a
          href="?${reportQuery(plain, { order: view.order, cross })}"
          ${(cross === undefined) === (view.cross === undefined) && html` aria-current="page"`}
          >${name}</a
        >`,
    )}
  </nav>`;
}

/** Version and language of the report, which the other forms keep. */
function keptFields({ selected: { version, language } }: ReportOptions): Html {
  const kept = { version, lang: language };
  return html`${Object.entries(kept).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`;
}

function summary({ total, isPartial, days, split }: ChartedReport): Html {
  const [first, last] = [days[0], days.at(-1)];
  return richText(
    '{count, plural, one {# submission} other {# submissions}}{days, select, none {} one { received on {first}} other { received from {first} to {last}}}{partial, select, yes { (only submissions that you may view)} other {}}{grouped, select, yes {, grouped by <q>{question}</q>} other {}}.',
    { q: (text) => html`<q dir="auto">${text}</q>` },
    {
      count: total,
      days: first === undefined ? 'none' : first === last ? 'one' : 'several',
      first: dayText(first?.day ?? ''),
      last: dayText(last?.day ?? ''),
      partial: isPartial ? 'yes' : 'no',
      grouped: split === undefined ? 'no' : 'yes',
      question: split === undefined ? '' : questionTitle(split.question),
    },
  );
}

function contents(questions: readonly QuestionSummary[]): Html {
  return html`<details class="sheet contents">
    <summary>
      ${t('{count, plural, one {# question} other {# questions}}', { count: questions.length })}
    </summary>
    <div class="question-search" hidden>
      <label for="question-search">${t('Search')}</label>
      <input type="search" id="question-search" autocomplete="off" />
      <p class="hint" role="status"></p>
    </div>
    <ol>
      ${questions.map(({ id, question }) => html`<li><a href="#${id}" dir="auto">${questionTitle(question)}</a></li>`)}
    </ol>
  </details>`;
}

function noSubmissions(project: Project): Html {
  const { uid } = project;
  if (viewsSome(project)) return emptyState(NONE_SHARED);
  return emptyState({
    title: t('No submissions yet'),
    text: t('Charts and counts appear here with the first submission.'),
    actions: html`<a class="button quiet" href="${projectPath(uid, 'collect/')}">${t('Collect data')}</a>`,
  });
}

function submissions({ days, zone, total }: ChartedReport): Html {
  const { unit, spans } = timeLine(days);
  return html`<section class="sheet question" aria-labelledby="submissions">
    <h2 id="submissions">${t('Submissions over time')}</h2>
    <p class="soft" data-days-in="${zone.name}">
      ${t('{count} in total. Days are in the time zone {zone}.', { count: countText(total), zone: zone.name })}
    </p>
    ${chartWithTable(
      html`<figure>${timeLineChart('submissions-chart', t('Submissions'), days)}</figure>`,
      dataTable({
        caption: unitTexts()[unit].caption,
        columns: [unitTexts()[unit].name, t('Submissions')],
        rows: spans
          .filter((span) => span.submissions > 0)
          .map((span) => [spanText(span, unit), countText(span.submissions)]),
      }),
    )}
  </section>`;
}

const unitTexts = (): Readonly<Record<Unit, { readonly name: Text; readonly caption: Text }>> => ({
  day: { name: t('Day'), caption: t('Submissions by day') },
  week: { name: t('Week'), caption: t('Submissions by week') },
  month: { name: t('Month'), caption: t('Submissions by month') },
  year: { name: t('Year'), caption: t('Submissions by year') },
});

function otherQuestions(summaries: readonly QuestionSummary[], selected: ReportInput): Html {
  const counted = summaries.filter((each) => !hasSummary(each));
  if (counted.length === 0) return html``;
  return html`<section class="sheet question" aria-labelledby="counted">
    <h2 id="counted">${t('Other questions')}</h2>
    ${dataTable({
      caption: t('Submissions with an answer'),
      columns: [t('Question'), t('Type'), t('Submissions'), t('Answers')],
      rows: counted.map(({ question, counts }) => [
        questionTitle(question),
        question.type,
        countText(counts.provided),
        isFreeText(question) && counts.provided > 0
          ? html`<a href="?${queryOf({ ...selected, names: [question.name] })}"
              >${richText('List <hidden>the answers to {question}</hidden>', { hidden: (text) => html`<span class="visually-hidden">${text}</span>` }, { question: questionTitle(question) })}</a
            >`
          : '',
      ]),
    })}
  </section>`;
}

function jsonLink({ assetUid, options: { selected } }: ChartedReport): string {
  return `/api/v2/assets/${assetUid}/reports/?format=json&${queryOf(selected)}`;
}

function queryOf(selected: ReportInput): string {
  return reportQuery(selected, { order: 'frequency', cross: undefined });
}

/** Filters of the report; works without JavaScript. */
function filterForm(
  { selected, versions, languages, questions, splits }: ReportOptions,
  { order }: ReportView,
): Html {
  const names = selected.names.join(',');
  return html`<form class="sheet filters" method="get" aria-label="${t('Report filters')}">
    ${labelledSelect('version', t('Version'), versionOptions(versions), selected.version ?? '')}
    ${
      splits.length > 0 &&
      labelledSelect(
        'split_by',
        t('Group by'),
        [{ value: '', label: t('No grouping') }, ...splits.map(optionOf)],
        selected.splitBy ?? '',
      )
    }
    ${labelledSelect(
      'names',
      t('Questions'),
      [
        { value: '', label: t('All questions') },
        ...(selected.names.length > 1 ? [{ value: names, label: selected.names.join(', ') }] : []),
        ...questions.map(optionOf),
      ],
      names,
    )}
    ${labelledSelect(
      'order',
      t('Answers'),
      [
        { value: '', label: t('Most frequent first') },
        { value: 'form', label: t('In form order') },
      ],
      order === 'form' ? order : '',
    )}
    ${
      languages.length > 1 &&
      labelledSelect(
        'lang',
        t('Language'),
        languages.map((language) => ({ value: language, label: language })),
        selected.language ?? '',
      )
    }
    <div class="buttons"><button>${t('Show')}</button></div>
  </form>`;
}

function versionOptions(uids: readonly string[]): Option[] {
  return [
    { value: '', label: t('All submissions, current questions') },
    ...(uids.length > 1 ? [{ value: 'all', label: t('All submissions, also former questions') }] : []),
    ...uids.map((uid, index) =>
      index === 0
        ? { value: 'newest', label: t('Only version {number} (newest)', { number: uids.length }) }
        : { value: uid, label: t('Only version {number} ({uid})', { number: uids.length - index, uid }) },
    ),
  ];
}

function optionOf(question: ReportQuestion): Option {
  return { value: question.name, label: questionTitle(question) };
}
