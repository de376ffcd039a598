import { FormProblemsError } from '../../content/form-problem';
import { placeOf } from '../compilation';
import { callsOf } from '../expression/expression-tokens';
import { itextReference } from '../model/itext';
import { cellText } from '../form/cells';
import { ChoiceList, ChoiceLists } from '../read/choice-lists';
import { descendants, FormQuestion, FormRoot } from '../form/form-tree';
import { ProblemLog } from '../form/problem-log';
import { element, plain, XmlElement } from '../xml/xml-tree';

/** Selects whose choices an outside search fills in: their lists stand in the control (contract-xlsform 3.5). */

/** The name of the list of a select. */
export function listNameOf(question: FormQuestion): string | undefined {
  return cellText(question.cells, 'select_from_list_name');
}

/** True for a select whose choices an outside search fills in: `search('fruits')` in the appearance. */
export function usesSearch(question: FormQuestion): boolean {
  const appearance = cellText(question.cells, 'appearance');
  return appearance !== undefined && callsOf(appearance, 'search').length > 0;
}

/** Inline choices stand in the form once for each select. */
const MOST_INLINE_ITEMS = 50_000;

/** Finds the lists that stand inline because of search(); one list can't be both inline and an instance. */
export function markSearchLists(root: FormRoot, choices: ChoiceLists, log: ProblemLog): void {
  const plainUse = new Map<string, number>();
  const searches: FormQuestion[] = [];
  for (const node of descendants(root)) {
    if (node.kind !== 'question' || node.type.choices !== 'list') continue;
    if (usesSearch(node)) searches.push(node);
    else plainUse.set(listNameOf(node) ?? '', node.row);
  }
  let items = 0;
  for (const question of searches) {
    const list = choices.find(listNameOf(question) ?? '');
    if (list === undefined) continue;
    list.inline = true;
    items += list.items.length;
    if (items > MOST_INLINE_ITEMS) {
      const message = `The selects with search() repeat more than ${MOST_INLINE_ITEMS} choices. Give them lists with the few choices that the search needs.`;
      throw new FormProblemsError([{ ...placeOf(question, 'appearance'), message }]);
    }
    const row = plainUse.get(list.name);
    if (row === undefined) continue;
    log.refuse(
      placeOf(question, 'appearance'),
      `The list "${list.name}" is used with search() here and without it in row ${row}. Make a list of its own for the search.`,
    );
  }
}

/** The choices of a list as they stand in the control. */
export function inlineItems(list: ChoiceList): XmlElement[] {
  return list.items.map((item, index) => {
    const label = list.needsItext
      ? element('label', { ref: itextReference(list.textId(index)) })
      : plain('label', typeof item.label === 'string' ? [item.label] : []);
    return plain('item', [label, plain('value', item.name)]);
  });
}
