import { timeLine } from '../../domain/report/time-line';
import type { DrawnReport } from '../../modules/report/report.service';
import { countText, dayText } from '../chart/spoken-number';
import { html, type Html } from '../page/html';
import { presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { dataTable } from './data-table';
import { filterForm } from './filter-form';
import { isSummedUp, questionSection, questionTitle, type SummedQuestion } from './question-section';
import { spanText, timeLineChart } from './time-line-chart';

/** What was answered, drawn: to be read on a phone, on a screen, on paper, or aloud. */
export function presentReportPage(visitor: Visitor, report: DrawnReport) {
  const { assetUid, title, total, choices } = report;
  const name = title === '' ? assetUid : title;
  const summed = report.questions.map(({ question, counts }, index) => ({
    id: `question-${index + 1}`,
    question,
    counts,
    places: report.places.get(index),
    total,
    split: report.split,
  }));
  const drawn = summed.filter(isSummedUp);
  const body = html`<h1 dir="auto">${name}</h1>
    <p class="soft">${summary(report)}</p>
    ${filterForm(choices)} ${total > 0 && contents(drawn)}
    ${total > 0 ? html`${submissions(report)} ${drawn.map(questionSection)} ${onlyCounted(summed)}` : nothing()}
    <p class="buttons"><a class="button quiet" href="${jsonLink(report)}">The numbers as JSON</a></p>`;
  return presentHtmlPage(visitor, {
    title: `Report: ${name}`,
    body,
    headers: { Vary: 'Accept' },
  });
}

function summary({ total, isPartial, days, split }: DrawnReport): Html {
  const [first, last] = [days[0], days.at(-1)];
  return html`Report of ${countText(total)}
  ${total === 1 ? 'submission' : 'submissions'}${
    first !== undefined &&
    last !== undefined &&
    (first === last
      ? html` of ${dayText(first.day)}`
      : html` from ${dayText(first.day)} to ${dayText(last.day)}`)
  }${isPartial && html`, those that you may see`}${
    split !== undefined && html`, parted by <q dir="auto">${questionTitle(split.question)}</q>`
  }.`;
}

function contents(drawn: readonly SummedQuestion[]): Html {
  return html`<details class="sheet contents">
    <summary>${drawn.length} ${drawn.length === 1 ? 'question' : 'questions'}</summary>
    <ol>
      ${drawn.map(({ id, question }) => html`<li><a href="#${id}" dir="auto">${questionTitle(question)}</a></li>`)}
    </ol>
  </details>`;
}

function nothing(): Html {
  return html`<section class="sheet"><p>There are no submissions to sum up yet.</p></section>`;
}

function submissions({ days, total }: DrawnReport): Html {
  const { unit, spans } = timeLine(days);
  return html`<section class="sheet question" aria-labelledby="submissions">
    <h2 id="submissions">Submissions over time</h2>
    <p class="soft">${countText(total)} in all; days are in UTC.</p>
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

function onlyCounted(summed: readonly SummedQuestion[]): Html {
  const counted = summed.filter((each) => !isSummedUp(each));
  if (counted.length === 0) return html``;
  return html`<section class="sheet question" aria-labelledby="counted">
    <h2 id="counted">Answered, and not summed up</h2>
    ${dataTable({
      caption: 'How many submissions answer what only counts',
      columns: ['Question', 'Type', 'Submissions'],
      rows: counted.map(({ question, counts }) => [
        questionTitle(question),
        question.type,
        countText(counts.provided),
      ]),
    })}
  </section>`;
}

function jsonLink({ assetUid, choices: { asked } }: DrawnReport): string {
  const query = new URLSearchParams({
    format: 'json',
    ...(asked.version !== undefined && { version: asked.version }),
    ...(asked.splitBy !== undefined && { split_by: asked.splitBy }),
    ...(asked.names.length > 0 && { names: asked.names.join(',') }),
    ...(asked.language !== undefined && { lang: asked.language }),
  });
  return `/api/v2/assets/${assetUid}/reports/?${query.toString()}`;
}
