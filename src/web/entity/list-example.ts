import { t } from '../../language/message';
import { recordTable } from '../page/components';
import { html, type Html, type HtmlValue, richText } from '../page/html';

/** Shows by two small forms how a list comes about: only spreadsheets can declare one. */
export function listExample(isOpen: boolean): Html {
  return html`<details class="more" ${isOpen && html` open`}>
    <summary>${t('How a form makes a list')}</summary>
    <p>
      ${t('Write the form as an XLSForm, a spreadsheet. The form editor keeps these sheets and columns, and does not change them.')}
    </p>
    <h2>${t('A form that registers households')}</h2>
    ${sheet(
      'survey',
      ['type', 'name', 'label', 'save_to'],
      [
        ['text', 'head', t('Head of household'), 'head'],
        ['text', 'village', t('Village'), 'village'],
      ],
    )}
    ${sheet('entities', ['list_name', 'label'], [['households', '${head}']])}
    <h2>${t('A form that visits them')}</h2>
    ${sheet(
      'survey',
      ['type', 'name', 'label', 'save_to'],
      [
        ['select_one_from_file households.csv', 'household', t('Which household?'), ''],
        ['text', 'village', t('Village'), 'village'],
      ],
    )}
    ${sheet('entities', ['list_name', 'entity_id'], [['households', '${household}']])}
    <p>
      ${t('Deploy the first form, then the second. Submissions of the first add entries to the list; those of the second change the entry that was chosen. Phones get the current list when they update the second form.')}
    </p>
  </details>`;
}

function sheet(name: string, columns: readonly string[], rows: HtmlValue[][]): Html {
  const heading = richText(
    'Sheet <code>{name}</code>',
    { code: (text) => html`<code>${text}</code>` },
    { name },
  );
  return html`<p>${heading}</p>
    ${recordTable({ caption: name, columns, rows })}`;
}
