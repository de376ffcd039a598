import fc from '../fixtures/fast-check';
import { Content, SurveyRow } from '../../src/domain/content/content';

export interface GeneratedForm {
  readonly content: Content;
  readonly questions: readonly string[];
  readonly repeats: readonly string[];
}

/** Node without a name. `picks` choose references by index modulo the number of names. */
type Plan =
  | {
      readonly kind: 'group' | 'repeat';
      readonly children: readonly Plan[];
      readonly picks: readonly number[];
    }
  | {
      readonly kind: 'question';
      readonly type: string;
      readonly picks: readonly number[];
      readonly extra: number;
    };

const TYPES = [
  ...[
    'text',
    'integer',
    'decimal',
    'date',
    'time',
    'datetime',
    'geopoint',
    'geotrace',
    'geoshape',
    'note',
    'barcode',
  ],
  ...[
    'image',
    'audio',
    'video',
    'file',
    'acknowledge',
    'calculate',
    'hidden',
    'range',
    'rank',
    'start',
    'username',
  ],
  ...['select_one', 'select_multiple'],
];
const TYPES_WITHOUT_CONTROL = new Set(['calculate', 'hidden', 'start', 'username']);
const LANGUAGES = [[null], ['en'], [null, 'fr'], ['en', 'fr', 'ar']];

const { plan } = fc.letrec<{ plan: Plan }>((tie) => ({
  plan: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    fc.record({
      kind: fc.constant('question' as const),
      type: fc.constantFrom(...TYPES),
      picks: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
      extra: fc.nat(7),
    }),
    fc.record({
      kind: fc.constantFrom('group' as const, 'repeat' as const),
      children: fc.array(tie('plan'), { minLength: 1, maxLength: 5 }),
      picks: fc.array(fc.nat(), { minLength: 1, maxLength: 1 }),
    }),
  ),
}));

/** Generates forms with nested groups and repeats, all kinds of questions and references between any nodes. */
export const generatedForm: fc.Arbitrary<GeneratedForm> = fc
  .tuple(
    fc.array(plan, { minLength: 1, maxLength: 6 }),
    fc.constantFrom(...LANGUAGES),
    fc.string({ unit: 'grapheme' }),
  )
  .map(([plans, translations, words]) => new Builder(translations, words).build(plans));

class Builder {
  private readonly survey: SurveyRow[] = [];
  private readonly questions: string[] = [];
  private readonly repeats: string[] = [];
  /** Questions written so far: expressions refer to these only, to avoid circular references. */
  private readonly earlier: string[] = [];
  private readonly all: string[] = [];
  private counter = 0;

  constructor(
    private readonly translations: (string | null)[],
    private readonly words: string,
  ) {}

  build(plans: readonly Plan[]): GeneratedForm {
    const named = plans.map((each) => this.name(each));
    for (const each of named) this.write(each, '');
    return {
      content: {
        schema: '1',
        translations: this.translations,
        translated: ['hint', 'label'],
        survey: this.survey,
        choices: ['a', 'b', 'c'].map((name) => ({
          list_name: 'l',
          name,
          label: this.texts(name),
          kind: 'x',
        })),
        settings: {},
      },
      questions: this.questions,
      repeats: this.repeats,
    };
  }

  private name(each: Plan): Named {
    const name = `n${this.counter++}`;
    if (each.kind !== 'question')
      return { plan: each, name, children: each.children.map((child) => this.name(child)) };
    this.all.push(name);
    return { plan: each, name, children: [] };
  }

  private write({ plan: each, name, children }: Named, prefix: string): void {
    const path = prefix + name;
    if (each.kind === 'question') {
      this.questions.push(path);
      this.survey.push(this.question(each, name));
      this.earlier.push(name);
      return;
    }
    if (each.kind === 'repeat') this.repeats.push(path);
    this.survey.push({
      type: `begin_${each.kind}`,
      name,
      label: this.texts(`About ${name}`),
      ...(each.picks[0]! % 3 === 0
        ? { relevant: `${this.reference(each.picks[0]!, this.earlier)} != 'never'` }
        : {}),
    });
    for (const child of children) this.write(child, `${path}/`);
    this.survey.push({ type: `end_${each.kind}` });
  }

  private question({ type, picks, extra }: Plan & { kind: 'question' }, name: string): SurveyRow {
    const [first, second, third] = picks.map((pick) => this.reference(pick, this.earlier)) as [
      string,
      string,
      string,
    ];
    const anyReference = this.reference(picks[0]!, this.all);
    const row: SurveyRow = { type, name };
    if (type === 'calculate') row['calculation'] = `concat(${first}, '-', ${second})`;
    if (!TYPES_WITHOUT_CONTROL.has(type)) row.label = this.texts(`${this.words} ${anyReference} <&>`);
    if (TYPES_WITHOUT_CONTROL.has(type)) return row;
    if (/^(select|rank)/.test(type)) row.select_from_list_name = 'l';
    if (extra & 1) row['relevant'] = `${first} != 'x' or count(${second}) > 5`;
    if (extra & 2) row['constraint'] = `. != ${third}`;
    if (extra & 4 && type.startsWith('select')) row['choice_filter'] = `kind = 'x' or kind = ${second}`;
    if (extra & 4) row.hint = this.texts(`Hint ${anyReference}`);
    return row;
  }

  private reference(pick: number, names: readonly string[]): string {
    return names.length === 0 ? "'none'" : `\${${names[pick % names.length]}}`;
  }

  private texts(text: string): (string | null)[] {
    return this.translations.map((language) => `${text} ${language ?? ''}`.trim());
  }
}

interface Named {
  readonly plan: Plan;
  readonly name: string;
  readonly children: readonly Named[];
}
