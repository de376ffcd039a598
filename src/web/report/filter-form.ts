import type { ReportQuestion } from '../../domain/report/report-question';
import type { ReportChoices } from '../../modules/report/report.service';
import { html, type Html } from '../page/html';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What the report is of, to be chosen anew; it works without a script. */
export function filterForm({ asked, versions, languages, questions, splits }: ReportChoices): Html {
  const names = asked.names.join(',');
  return html`<form class="sheet filters" method="get" aria-label="What the report is of">
    <input type="hidden" name="format" value="html" />
    ${field('version', 'Version', asked.version ?? '', [
      ...versions.map((uid, index) =>
        index === 0
          ? { value: '', label: `${versions.length} (newest)` }
          : { value: uid, label: `${versions.length - index} (${uid})` },
      ),
      { value: 'all', label: 'All versions' },
    ])}
    ${
      splits.length > 0 &&
      field('split_by', 'Parted by', asked.splitBy ?? '', [
        { value: '', label: 'Nothing' },
        ...splits.map(choiceOf),
      ])
    }
    ${field('names', 'Questions', names, [
      { value: '', label: 'All questions' },
      ...(asked.names.length > 1 ? [{ value: names, label: asked.names.join(', ') }] : []),
      ...questions.map(choiceOf),
    ])}
    ${
      languages.length > 1 &&
      field(
        'lang',
        'Language',
        asked.language ?? '',
        languages.map((language) => ({ value: language, label: language })),
      )
    }
    <div class="buttons"><button>Show</button></div>
  </form>`;
}

function choiceOf({ name, label }: ReportQuestion): Choice {
  return { value: name, label: label ?? name };
}

function field(name: string, label: string, chosen: string, choices: readonly Choice[]): Html {
  return html`<div>
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${choices.map(
        (choice) =>
          html`<option value="${choice.value}" ${choice.value === chosen && html` selected`}>
            ${choice.label}
          </option>`,
      )}
    </select>
  </div>`;
}
