import { timeLine } from '../../domain/report/time-line';
import type { ChartedReport, ReportInput, ReportOptions } from '../../modules/report/report.service';
import { html, type Html } from '../page/html';
import { countText, dayText } from '../page/format-text';
import { emptyState } from '../page/components';
import type { Visitor } from '../page/visitor';
import {
  NONE_SHARED,
  type Project,
  presentProjectPage,
  projectPath,
  viewsSome,
} from '../project/project-head';
import { hasSummary, questionSection, questionTitle, type QuestionSummary } from './question-section';
import { dataTable } from './data-table';
import { spanText, timeLineChart } from '../chart/column-chart';
import { isFreeText, type ReportQuestion } from '../../domain/report/report-question';
import { type Option, labelledSelect } from '../page/form-field';

/** The report with charts, for screens, print and screen readers. */
export function presentReportPage(visitor: Visitor, project: Project, report: ChartedReport) {
  const { total, options } = report;
  const summaries = report.questions.map(({ question, counts }, index) => ({
    id: `question-${index + 1}`,
    question,
    counts,
    points: report.geoPoints.get(index),
    total,
    split: report.split,
  }));
  const shown = summaries.filter(hasSummary);
  const body = html`<p class="soft">${summary(report)}</p>
    ${filterForm(options)} ${total > 0 && contents(shown)}
    ${total > 0 ? html`${submissions(report)} ${shown.map(questionSection)} ${otherQuestions(summaries, options.selected)}` : noSubmissions(project)}
    <p class="buttons"><a class="button quiet" href="${jsonLink(report)}">Report as JSON</a></p>`;
  return presentProjectPage(visitor, project, {
    tab: 'reports',
    body,
  });
}

function summary({ total, isPartial, days, split }: ChartedReport): Html {
  const [first, last] = [days[0], days.at(-1)];
  return html`${countText(total)}
  ${total === 1 ? 'submission' : 'submissions'}${
    first !== undefined &&
    last !== undefined &&
    (first === last
      ? html` received on ${dayText(first.day)}`
      : html` received from ${dayText(first.day)} to ${dayText(last.day)}`)
  }${isPartial && html` (only submissions that you may view)`}${
    split !== undefined && html`, grouped by <q dir="auto">${questionTitle(split.question)}</q>`
  }.`;
}

function contents(questions: readonly QuestionSummary[]): Html {
  return html`<details class="sheet contents">
    <summary>${questions.length} ${questions.length === 1 ? 'question' : 'questions'}</summary>
    <ol>
      ${questions.map(({ id, question }) => html`<li><a href="#${id}" dir="auto">${questionTitle(question)}</a></li>`)}
    </ol>
  </details>`;
}

function noSubmissions(project: Project): Html {
  const { uid } = project;
  if (viewsSome(project)) return emptyState(NONE_SHARED);
  return emptyState({
    title: 'No submissions yet',
    text: 'Charts and counts appear here with the first submission.',
    actions: html`<a class="button quiet" href="${projectPath(uid, 'collect/')}">Collect data</a>`,
  });
}

function submissions({ days, total }: ChartedReport): Html {
  const { unit, spans } = timeLine(days);
  return html`<section class="sheet question" aria-labelledby="submissions">
    <h2 id="submissions">Submissions over time</h2>
    <p class="soft">${countText(total)} in total. Days are in UTC.</p>
    <div class="two">
      <figure>${timeLineChart('submissions-chart', 'Submissions', days)}</figure>
      ${dataTable({
        caption: `Submissions by ${unit}`,
        columns: [unit[0]!.toUpperCase() + unit.slice(1), 'Submissions'],
        rows: spans
          .filter((span) => span.submissions > 0)
          .map((span) => [spanText(span, unit), countText(span.submissions)]),
      })}
    </div>
  </section>`;
}

function otherQuestions(summaries: readonly QuestionSummary[], selected: ReportInput): Html {
  const counted = summaries.filter((each) => !hasSummary(each));
  if (counted.length === 0) return html``;
  return html`<section class="sheet question" aria-labelledby="counted">
    <h2 id="counted">Other questions</h2>
    ${dataTable({
      caption: 'Submissions with an answer',
      columns: ['Question', 'Type', 'Submissions', 'Answers'],
      rows: counted.map(({ question, counts }) => [
        questionTitle(question),
        question.type,
        countText(counts.provided),
        isFreeText(question) && counts.provided > 0
          ? html`<a href="?${queryOf({ ...selected, names: [question.name] })}"
              >List <span class="visually-hidden">the answers to ${questionTitle(question)}</span></a
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
  const query = new URLSearchParams({
    ...(selected.version !== undefined && { version: selected.version }),
    ...(selected.splitBy !== undefined && { split_by: selected.splitBy }),
    ...(selected.names.length > 0 && { names: selected.names.join(',') }),
    ...(selected.language !== undefined && { lang: selected.language }),
  });
  return query.toString();
}

/** Filters of the report; works without JavaScript. */
function filterForm({ selected, versions, languages, questions, splits }: ReportOptions): Html {
  const names = selected.names.join(',');
  return html`<form class="sheet filters" method="get" aria-label="Report filters">
    ${labelledSelect('version', 'Version', versionOptions(versions), selected.version ?? '')}
    ${
      splits.length > 0 &&
      labelledSelect(
        'split_by',
        'Group by',
        [{ value: '', label: 'No grouping' }, ...splits.map(optionOf)],
        selected.splitBy ?? '',
      )
    }
    ${labelledSelect(
      'names',
      'Questions',
      [
        { value: '', label: 'All questions' },
        ...(selected.names.length > 1 ? [{ value: names, label: selected.names.join(', ') }] : []),
        ...questions.map(optionOf),
      ],
      names,
    )}
    ${
      languages.length > 1 &&
      labelledSelect(
        'lang',
        'Language',
        languages.map((language) => ({ value: language, label: language })),
        selected.language ?? '',
      )
    }
    <div class="buttons"><button>Show</button></div>
  </form>`;
}

function versionOptions(uids: readonly string[]): Option[] {
  return [
    { value: '', label: 'All submissions, current questions' },
    ...(uids.length > 1 ? [{ value: 'all', label: 'All submissions, also former questions' }] : []),
    ...uids.map((uid, index) =>
      index === 0
        ? { value: 'newest', label: `Only version ${uids.length} (newest)` }
        : { value: uid, label: `Only version ${uids.length - index} (${uid})` },
    ),
  ];
}

function optionOf({ name, label }: ReportQuestion): Option {
  return { value: name, label: label ?? name };
}
