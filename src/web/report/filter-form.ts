import type { ReportQuestion } from '../../domain/report/report-question';
import type { ReportOptions } from '../../modules/report/report.service';
import { html, type Html } from '../page/html';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Filters of the report; works without JavaScript. */
export function filterForm({ selected, versions, languages, questions, splits }: ReportOptions): Html {
  const names = selected.names.join(',');
  return html`<form class="sheet filters" method="get" aria-label="Report filters">
    <input type="hidden" name="format" value="html" />
    ${field('version', 'Version', selected.version ?? '', [
      ...versions.map((uid, index) =>
        index === 0
          ? { value: '', label: `${versions.length} (newest)` }
          : { value: uid, label: `${versions.length - index} (${uid})` },
      ),
      { value: 'all', label: 'All versions' },
    ])}
    ${
      splits.length > 0 &&
      field('split_by', 'Group by', selected.splitBy ?? '', [
        { value: '', label: 'No grouping' },
        ...splits.map(choiceOf),
      ])
    }
    ${field('names', 'Questions', names, [
      { value: '', label: 'All questions' },
      ...(selected.names.length > 1 ? [{ value: names, label: selected.names.join(', ') }] : []),
      ...questions.map(choiceOf),
    ])}
    ${
      languages.length > 1 &&
      field(
        'lang',
        'Language',
        selected.language ?? '',
        languages.map((language) => ({ value: language, label: language })),
      )
    }
    <div class="buttons"><button>Show</button></div>
  </form>`;
}

function choiceOf({ name, label }: ReportQuestion): Choice {
  return { value: name, label: label ?? name };
}

function field(name: string, label: string, selected: string, choices: readonly Choice[]): Html {
  return html`<div>
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${choices.map(
        (choice) =>
          html`<option value="${choice.value}" ${choice.value === selected && html` selected`}>
            ${choice.label}
          </option>`,
      )}
    </select>
  </div>`;
}
