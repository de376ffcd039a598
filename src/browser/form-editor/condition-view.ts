import { choicesOf } from './choice-edits';
import {
  type Comparison,
  COMPARISONS,
  type Condition,
  type Conditions,
  parseConditions,
  writeConditions,
} from './conditions';
import type { ConditionQuestions } from './condition-questions';
import type { Editor, EditorState } from './editor';
import { button, element, setChildren, signButton } from './elements';
import type { Field } from './fields';
import { type FormContent, labelOf, type Row } from './form-content';
import { hasList, setCell } from './form-edits';
import type { FormProblem } from './problems';
import { text } from '../texts';

const NUMBERS = new Set(['integer', 'decimal', 'range', 'calculate']);
const WITHOUT_VALUE = new Set<Comparison>(['answered', 'not-answered']);
const TEXTS_ONLY = ['is', 'is-not', 'answered', 'not-answered'] as const;

interface Line {
  readonly node: HTMLElement;
  readonly question: HTMLSelectElement;
  readonly item: Condition;
  /** Questions that it offers. */
  readonly offered: string;
}

/** A condition put together by questions, comparisons and values, above its XPath; each changes the other. */
export class ConditionView implements Field {
  readonly column = 'relevant';
  readonly node: HTMLElement;
  private readonly parts = element('div', { class: 'conditions' });
  private shown = '';
  private conditions: Conditions = { join: 'and', items: [] };
  private lines: readonly Line[] = [];

  constructor(
    private readonly editor: Editor,
    private readonly questions: ConditionQuestions,
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
    const signature = JSON.stringify([xpath, this.questions.signature()]);
    if (signature === this.shown) return;
    this.shown = signature;
    const focused = this.parts.contains(document.activeElement) ? document.activeElement?.id : undefined;
    this.build(xpath === '' ? { join: 'and', items: [] } : parseConditions(xpath), this.questions.rows());
    if (focused) document.getElementById(focused)?.focus();
  }

  private written(): string {
    const relevant = this.editor.row?.['relevant'];
    return typeof relevant === 'string' ? relevant : '';
  }

  private build(conditions: Conditions | undefined, questions: readonly Row[]): void {
    if (conditions === undefined) {
      this.lines = [];
      this.parts.replaceChildren(element('p', { class: 'hint' }, text('onlyXPath')));
      return;
    }
    this.conditions = conditions;
    const { items } = conditions;
    this.lines = items.map((item, at) => this.line(item, at, questions));
    const add = button(text('addCondition'), () => this.add(questions), { id: 'condition-add' });
    add.disabled = questions.length === 0;
    const join = items.length < 2 ? [] : [this.joinSelect(conditions)];
    const lines = this.lines.map(({ node }) => node);
    setChildren(this.parts, [...join, ...lines, element('div', { class: 'buttons' }, add)]);
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
      this.write({ ...this.conditions, join: select.value === 'or' ? 'or' : 'and' }),
    );
    return select;
  }

  /** A condition. Of the line that was there, what stays the same is kept: its questions may be a thousand. */
  private line(item: Condition, at: number, questions: readonly Row[]): Line {
    const offered = this.questions.signature();
    const former = this.lines[at]?.offered === offered ? this.lines[at] : undefined;
    if (former !== undefined && JSON.stringify(former.item) === JSON.stringify(item)) return former;
    const number = at + 1;
    const { language, content } = this.editor.state;
    const asked = questions.find(({ name }) => name === item.question);
    const change = (changed: Partial<Condition>): void => this.change(at, changed);
    const question =
      former?.item.question === item.question ? former.question : this.questionSelect(item.question, at);
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
      ? []
      : [
          this.valueControl(
            { id: `condition-value-${at}`, name: text('conditionValue', { number }) },
            item,
            choices.map((choice) => [choice.name ?? '', labelOf(choice, language)] as const),
            (given) => change({ value: given, isNumber: isNumber(asked, given, item) }),
          ),
        ];
    const remove = signButton('✕', text('removeCondition', { number }), () => {
      const { items } = this.conditions;
      this.write({ ...this.conditions, items: items.filter((_, index) => index !== at) });
      document.getElementById('condition-add')?.focus();
    });
    const node = former?.node ?? element('div', { class: 'condition-line' });
    setChildren(node, [question, comparison, ...value, remove]);
    return { node, question, item, offered };
  }

  private questionSelect(name: string, at: number): HTMLSelectElement {
    const select = this.questions.select(name);
    select.id = `condition-question-${at}`;
    select.setAttribute('aria-label', text('conditionQuestion', { number: at + 1 }));
    select.addEventListener('change', () => {
      const asked = this.questions.rows().find((row) => row.name === select.value);
      if (asked !== undefined) this.change(at, firstCondition(this.editor.content, asked));
    });
    return select;
  }

  private change(at: number, changed: Partial<Condition>): void {
    const items = this.conditions.items.map((each, index) => (index === at ? { ...each, ...changed } : each));
    this.write({ ...this.conditions, items });
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

  private add(questions: readonly Row[]): void {
    const { items } = this.conditions;
    const { content, row } = this.editor;
    // The question before it is what a condition is mostly about.
    const at = row === undefined ? 0 : content.survey.indexOf(row);
    const before = questions.filter((each) => content.survey.indexOf(each) < at).at(-1) ?? questions[0]!;
    this.write({ ...this.conditions, items: [...items, firstCondition(content, before)] });
    document.getElementById(`condition-question-${items.length}`)?.focus();
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
