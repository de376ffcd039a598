import { h, onUnmounted, ref, shallowReactive, type VNode, watch } from 'vue';
import { fill } from './offline/offline-texts';
import { pageLanguage } from './texts';
import { customsOf, localeOf } from './typed-answers';
import { type WrittenAnswer, writtenAnswer } from './written-answer';

/** Appearances of Collect, with the names of calendars in browsers where they have them. */
const CALENDARS: Readonly<Record<string, string>> = {
  ethiopian: 'ethiopic',
  coptic: 'coptic',
  islamic: 'islamic-umalqura',
  persian: 'persian',
  'bikram-sambat': '',
  myanmar: '',
};
const CALENDAR_PATH =
  'M19 4h-1V2h-2v2H8V2H6v2H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6a2 2 0 0 0-2-2m0 16H5V9h14z';
const CLOCK_PATH =
  'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16m0-18a10 10 0 1 1 0 20 10 10 0 0 1 0-20m.5 5v5.25l4.5 2.67-.75 1.23L11 13V7z';

/** Members of a question of the engine that are used. */
interface InputQuestion {
  readonly nodeId: string;
  readonly valueType: string;
  readonly appearances: Readonly<Record<string, boolean>>;
  readonly currentState: {
    readonly readonly: boolean;
    readonly required: boolean;
    readonly instanceValue: string;
  };
  setValue(value: string | null): void;
}

/** Event of a control that has to be seen, on whatever page of the form it is. */
export const REVEAL = 'reveal';

/**
 * Questions, by their ids, with text that could not be read, and what finds the control to correct: the form must not be
 * sent as if they were empty, or with the answers before.
 */
export const unreadAnswers: Map<string, () => HTMLElement | null> = shallowReactive(new Map());

/** Leads to the first answer that could not be read. @returns false if there is none */
export function focusUnreadAnswer(): boolean {
  const [find] = unreadAnswers.values();
  if (find === undefined) return false;
  const input = find();
  input?.dispatchEvent(new Event(REVEAL, { bubbles: true }));
  input?.focus();
  return true;
}

/** Draws questions with a date, a time or a number in place of the package. @returns undefined for others */
export function answerSetup(question: InputQuestion): (() => VNode[]) | undefined {
  const { code, answers: texts } = pageLanguage(navigator.languages);
  // Of the person's region, where it is of the language of the page.
  const language = localeOf([...navigator.languages.filter((tag) => tag.startsWith(code)), code]);
  const written = writtenAnswer(
    question,
    customsOf(localeOf([navigator.language, ...navigator.languages])),
    texts,
  );
  if (written === undefined) return undefined;
  const { nodeId } = question;
  const input = ref<HTMLInputElement>();
  const picker = ref<HTMLInputElement>();
  const text = ref(textOf(written, question.currentState.instanceValue));
  const problem = ref('');

  function take(shown: string, isDone: boolean): void {
    text.value = shown;
    const value = shown.trim() === '' ? '' : written!.read(shown);
    question.setValue(value ?? '');
    if (value === undefined) unreadAnswers.set(nodeId, () => input.value ?? null);
    else unreadAnswers.delete(nodeId);
    // Not while the person is writing, but once there was one until it is corrected.
    if (isDone || problem.value !== '') problem.value = value === undefined ? written!.problem(shown) : '';
    if (isDone && value !== undefined) text.value = textOf(written!, question.currentState.instanceValue);
  }

  function choose(value: string): void {
    const chosen =
      written!.picker === 'datetime-local' && value.length === DATE_LENGTH ? withTime(value) : value;
    take(chosen === '' ? '' : textOf(written!, written!.fromPicker!(chosen)), true);
  }

  /** The time that is answered, else the present one, as the pickers of other browsers offer. */
  function withTime(date: string): string {
    const { instanceValue } = question.currentState;
    const moment = instanceValue === '' ? new Date().toISOString() : instanceValue;
    return date + written!.toPicker!(moment).slice(DATE_LENGTH);
  }

  function open(): void {
    const element = picker.value!;
    const stored = written!.toPicker!(question.currentState.instanceValue);
    element.value = element.type === 'date' ? stored.slice(0, DATE_LENGTH) : stored;
    try {
      element.showPicker();
    } catch {
      // A browser without it, or a frame of another site.
      input.value?.focus();
    }
  }

  watch(
    () => question.currentState.instanceValue,
    (value) => {
      if (document.activeElement === input.value || problem.value !== '') return;
      text.value = textOf(written, value);
    },
  );
  onUnmounted(() => unreadAnswers.delete(nodeId));

  const drawPicker = (type: string, disabled: boolean): (VNode | false)[] => [
    h(
      'button',
      {
        type: 'button',
        class: 'answer-open',
        disabled,
        'aria-label': type === 'time' ? texts.chooseTime : texts.chooseDate,
        onClick: open,
      },
      [
        h('svg', { viewBox: '0 0 24 24', width: 22, height: 22, 'aria-hidden': 'true' }, [
          h('path', { d: type === 'time' ? CLOCK_PATH : CALENDAR_PATH, fill: 'currentColor' }),
        ]),
      ],
    ),
    h('input', {
      ref: picker,
      type,
      class: 'answer-picker',
      tabindex: -1,
      'aria-hidden': 'true',
      disabled,
      onChange: () => choose(picker.value!.value),
    }),
  ];

  return () => {
    const { readonly, required, instanceValue } = question.currentState;
    const type = pickerType(written.picker);
    const isTouched = type !== undefined && matchMedia('(pointer: coarse)').matches;
    const meaning = instanceValue === '' ? '' : meaningOf(question, written, language);
    const warning = calendarWarning(question, code, texts.otherCalendar);
    return [
      warning !== '' && h('p', { class: 'answer-warning' }, warning),
      h('div', { class: ['answer-input', `of-${question.valueType}`] }, [
        h('input', {
          ref: input,
          id: nodeId,
          type: 'text',
          // The picker takes the place of the keyboard on phones.
          inputmode: isTouched ? 'none' : written.inputMode,
          autocomplete: 'off',
          placeholder: written.placeholder,
          value: text.value,
          disabled: readonly,
          'aria-required': required,
          'data-unread': problem.value === '' ? undefined : '',
          'aria-invalid': problem.value === '' ? undefined : 'true',
          'aria-describedby': problem.value === '' ? undefined : `${nodeId}_problem`,
          onInput: () => take(input.value!.value, false),
          onChange: () => take(input.value!.value, true),
          onClick: isTouched && !readonly ? open : undefined,
        }),
        ...(type === undefined ? [] : drawPicker(type, readonly)),
      ]),
      meaning !== '' && h('p', { class: 'answer-meaning' }, meaning),
      problem.value !== '' &&
        h('p', { id: `${nodeId}_problem`, class: 'answer-problem', role: 'alert' }, problem.value),
    ].filter((node) => node !== false);
  };
}

/** Shows as it is stored what can't be written. */
function textOf(written: WrittenAnswer, value: string): string {
  if (value === '') return '';
  try {
    const text = written.write(value);
    return written.read(text) === undefined ? value : text;
  } catch {
    return value;
  }
}

/** Firefox on computers shows a calendar only: nothing opens for times, and the one for both never gets a time. */
const PICKS_DATES_ONLY = /Firefox\//.test(navigator.userAgent) && !/Android/.test(navigator.userAgent);
const DATE_LENGTH = 'YYYY-MM-DD'.length;

/** Type of the picker that the browser has for a kind of answer; undefined if it has none. */
function pickerType(wanted: WrittenAnswer['picker']): WrittenAnswer['picker'] {
  if (wanted === undefined || !('showPicker' in HTMLInputElement.prototype)) return undefined;
  if (PICKS_DATES_ONLY && wanted === 'time') return undefined;
  const type = PICKS_DATES_ONLY && wanted === 'datetime-local' ? 'date' : wanted;
  const input = document.createElement('input');
  input.type = type;
  // Browsers without a type have a text field instead.
  return input.type === type ? type : undefined;
}

function meaningOf(question: InputQuestion, written: WrittenAnswer, language: string): string {
  try {
    const { instanceValue } = question.currentState;
    const words = written.explain?.(instanceValue, language) ?? '';
    const [calendar = ''] = calendarsOf(question).map((name) => CALENDARS[name]!);
    if (words === '' || calendar === '') return words;
    const format = new Intl.DateTimeFormat(language, { calendar, dateStyle: 'long' });
    return `${words} = ${format.format(new Date(`${instanceValue.slice(0, 10)}T12:00:00`))}`;
  } catch {
    return '';
  }
}

function calendarWarning(question: InputQuestion, language: string, text: string): string {
  const [name] = calendarsOf(question);
  if (name === undefined) return '';
  const known = CALENDARS[name]!;
  const names = new Intl.DisplayNames(language, { type: 'calendar' });
  return fill(text, { calendar: known === '' ? name : (names.of(known) ?? name) });
}

function calendarsOf({ appearances }: InputQuestion): string[] {
  return Object.keys(CALENDARS).filter((name) => appearances[name]);
}
