import { choicesOf } from './choice-edits';
import {
  type Comparison,
  COMPARISONS,
  type Condition,
  type Conditions,
  parseConditions,
  writeConditions,
} from './conditions';
import type { Editor, EditorState } from './editor';
import { button, element, signButton } from './elements';
import type { Field } from './fields';
import { type FormContent, isBegin, labelOf, outlineOf, type Row } from './form-content';
import { hasList, setCell } from './form-edits';
import type { FormProblem } from './problems';
import { text } from '../texts';

const NUMBERS = new Set(['integer', 'decimal', 'range', 'calculate']);
const WITHOUT_VALUE = new Set<Comparison>(['answered', 'not-answered']);
const TEXTS_ONLY = ['is', 'is-not', 'answered', 'not-answered'] as const;

/** A condition put together by questions, comparisons and values, above its XPath; each changes the other. */
export class ConditionView implements Field {
  readonly column = 'relevant';
  readonly node: HTMLElement;
  private readonly parts = element('div', { class: 'conditions' });
  private shown = '';

  constructor(
    private readonly editor: Editor,
    private readonly xpath: Field,
  ) {
    this.node = element(
      'fieldset',
      { class: 'condition' },
      element('legend', {}, text('condition')),
      this.parts,
      xpath.node,
    );
  }

  refresh(state: EditorState, problems: readonly FormProblem[]): void {
    this.xpath.refresh(state, problems);
    const xpath = this.written();
    const questions = this.questions();
    const signature = JSON.stringify([
      xpath,
      state.language,
      questions.map((row) => [row.name, row.type, labelOf(row, state.language)]),
    ]);
    if (signature === this.shown) return;
    this.shown = signature;
    const focused = this.parts.contains(document.activeElement) ? document.activeElement?.id : undefined;
    this.build(xpath === '' ? { join: 'and', items: [] } : parseConditions(xpath), questions);
    if (focused) document.getElementById(focused)?.focus();
  }

  private written(): string {
    const relevant = this.editor.row?.['relevant'];
    return typeof relevant === 'string' ? relevant : '';
  }

  /** Questions that have answers, without the row itself. */
  private questions(): Row[] {
    const { row, content } = this.editor;
    return outlineOf(content.survey)
      .map((entry) => entry.row)
      .filter(
        (each) => each !== row && (each.name ?? '') !== '' && each.type !== 'note' && !isBegin(each.type),
      );
  }

  private build(conditions: Conditions | undefined, questions: readonly Row[]): void {
    if (conditions === undefined) {
      this.parts.replaceChildren(element('p', { class: 'hint' }, text('onlyXPath')));
      return;
    }
    const { items } = conditions;
    const lines = items.map((item, at) => this.line(conditions, item, at, questions));
    const add = button(text('addCondition'), () => this.add(conditions, questions), { id: 'condition-add' });
    add.disabled = questions.length === 0;
    const join = items.length < 2 ? '' : this.joinSelect(conditions);
    this.parts.replaceChildren(join, ...lines, element('div', { class: 'buttons' }, add));
  }

  private joinSelect(conditions: Conditions): HTMLElement {
    const select = this.select(
      { id: 'condition-join', name: text('conditionJoin') },
      [
        ['and', text('allConditions')],
        ['or', text('anyCondition')],
      ],
      conditions.join,
    );
    select.addEventListener('change', () =>
      this.write({ ...conditions, join: select.value === 'or' ? 'or' : 'and' }),
    );
    return select;
  }

  private line(conditions: Conditions, item: Condition, at: number, questions: readonly Row[]): HTMLElement {
    const number = at + 1;
    const { language, content } = this.editor.state;
    const asked = questions.find(({ name }) => name === item.question);
    const change = (changed: Partial<Condition>): void => {
      const items = conditions.items.map((each, index) => (index === at ? { ...each, ...changed } : each));
      this.write({ ...conditions, items });
    };
    const names = questions.map((row) => [row.name!, labelOf(row, language)] as const);
    const question = this.select(
      { id: `condition-question-${at}`, name: text('conditionQuestion', { number }) },
      asked === undefined ? [[item.question, item.question], ...names] : names,
      item.question,
    );
    question.addEventListener('change', () =>
      change(
        firstCondition(
          content,
          questions.find(({ name }) => name === question.value)!,
        ),
      ),
    );
    const comparisons = comparisonsOf(asked, item.comparison);
    const comparison = this.select(
      { id: `condition-comparison-${at}`, name: text('conditionComparison', { number }) },
      comparisons.map((each) => [each, text(`comparison.${each}`)] as const),
      item.comparison,
    );
    comparison.addEventListener('change', () => change({ comparison: comparison.value as Comparison }));
    const list = asked !== undefined && hasList(asked.type) ? (asked.select_from_list_name ?? '') : undefined;
    const choices = list === undefined ? [] : choicesOf(content, list).map(({ choice }) => choice);
    const value = WITHOUT_VALUE.has(item.comparison)
      ? ''
      : this.valueControl(
          { id: `condition-value-${at}`, name: text('conditionValue', { number }) },
          item,
          choices.map((choice) => [choice.name ?? '', labelOf(choice, language)] as const),
          (given) => change({ value: given, isNumber: isNumber(asked, given, item) }),
        );
    const remove = signButton('✕', text('removeCondition', { number }), () => {
      this.write({ ...conditions, items: conditions.items.filter((_, index) => index !== at) });
      document.getElementById('condition-add')?.focus();
    });
    return element('div', { class: 'condition-line' }, question, comparison, value, remove);
  }

  private valueControl(
    { id, name }: { id: string; name: string },
    { value }: Condition,
    choices: readonly (readonly [string, string])[],
    onChange: (value: string) => void,
  ): HTMLElement {
    if (choices.length > 0) {
      const isListed = choices.some(([each]) => each === value);
      const select = this.select({ id, name }, isListed ? choices : [[value, value], ...choices], value);
      select.addEventListener('change', () => onChange(select.value));
      return select;
    }
    const input = element('input', { id, 'aria-label': name, autocomplete: 'off', dir: 'auto' });
    input.value = value;
    input.addEventListener('change', () => onChange(input.value));
    return input;
  }

  private select(
    { id, name }: { id: string; name: string },
    options: readonly (readonly [value: string, label: string])[],
    value: string,
  ): HTMLSelectElement {
    const select = element('select', { id, 'aria-label': name });
    select.append(...options.map(([each, label]) => new Option(label, each)));
    select.value = value;
    return select;
  }

  private add(conditions: Conditions, questions: readonly Row[]): void {
    const { content, row } = this.editor;
    // The question before it is what a condition is mostly about.
    const at = row === undefined ? 0 : content.survey.indexOf(row);
    const before = questions.filter((each) => content.survey.indexOf(each) < at).at(-1) ?? questions[0]!;
    this.write({ ...conditions, items: [...conditions.items, firstCondition(content, before)] });
    document.getElementById(`condition-question-${conditions.items.length}`)?.focus();
  }

  private write(conditions: Conditions): void {
    const { content, index } = this.editor;
    this.editor.edit(setCell(content, index, 'relevant', writeConditions(conditions)));
  }
}

/** A condition to begin with: the first choice, a number, or that there is an answer. */
function firstCondition(content: FormContent, row: Row): Condition {
  const { name = '', type, select_from_list_name: list = '' } = row;
  if (NUMBERS.has(type)) return { question: name, comparison: 'is', value: '0', isNumber: true };
  const [first] = hasList(type) ? choicesOf(content, list) : [];
  const comparison = first === undefined ? 'answered' : type === 'select_multiple' ? 'selected' : 'is';
  return { question: name, comparison, value: first?.choice.name ?? '', isNumber: false };
}

function comparisonsOf(question: Row | undefined, given: Comparison): readonly Comparison[] {
  const { type = '' } = question ?? {};
  if (type === 'select_multiple')
    return withGiven(['selected', 'not-selected', 'answered', 'not-answered'], given);
  if (hasList(type)) return withGiven(TEXTS_ONLY, given);
  return COMPARISONS.filter((each) => each === given || !each.includes('selected'));
}

function withGiven(comparisons: readonly Comparison[], given: Comparison): readonly Comparison[] {
  return comparisons.includes(given) ? comparisons : [...comparisons, given];
}

function isNumber(question: Row | undefined, value: string, former: Condition): boolean {
  if (!/^-?\d+(\.\d+)?$/.test(value)) return false;
  return question === undefined ? former.isNumber : NUMBERS.has(question.type);
}
