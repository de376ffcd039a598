import { type DayCount, type Span, timeLine, type Unit } from '../../domain/report/time-line';
import { columnChart } from './column-chart';
import { countText, dayText, monthText } from '../page/format-text';
import type { Html } from '../page/html';

/** Submissions over time. @param days ascending, at least one */
export function timeLineChart(id: string, title: string, days: readonly DayCount[]): Html {
  const { unit, spans } = timeLine(days);
  const sum = days.reduce((all, { submissions }) => all + submissions, 0);
  return columnChart(
    {
      id,
      title: `Timeline: ${title}`,
      description: `${countText(sum)} ${sum === 1 ? 'submission' : 'submissions'} from ${dayText(days[0]!.day)} to ${dayText(days.at(-1)!.day)}, by ${unit}.`,
    },
    {
      columns: spans.map((span) => ({ name: spanText(span, unit), count: span.submissions })),
      labels: spans.map(({ start }) =>
        unit === 'year' ? start.slice(0, 4) : unit === 'month' ? monthText(start) : dayText(start),
      ),
      labelPlacement: 'below',
    },
  );
}

export function spanText({ start }: Span, unit: Unit): string {
  switch (unit) {
    case 'day':
      return dayText(start);
    case 'week':
      return `week of ${dayText(start)}`;
    case 'month':
      return monthText(start);
    case 'year':
      return start.slice(0, 4);
  }
}
