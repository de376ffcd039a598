import type { ReportQuestion } from '../../domain/report/report-question';
import type { ReportOptions } from '../../modules/report/report.service';
import { html, type Html } from '../page/html';
import { type Option, labelledSelect } from '../page/form-field';

/** Filters of the report; works without JavaScript. */
export function filterForm({ selected, versions, languages, questions, splits }: ReportOptions): Html {
  const names = selected.names.join(',');
  return html`<form class="sheet filters" method="get" aria-label="Report filters">
    <input type="hidden" name="format" value="html" />
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
