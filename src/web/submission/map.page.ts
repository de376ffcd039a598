import type { MapTiles } from '../../config/map-tiles';
import { VALIDATION_STATUSES } from '../../domain/submission/validation-status';
import { emptyState, needsScripts } from '../page/components';
import { choiceField, labelledSelect, type Option } from '../page/form-field';
import type { Sent } from '../page/handle-form';
import type { Language as PageLanguage } from '../../language/language';
import { knownText, type Text, t, textIn } from '../../language/message';
import { html, type Html, richText } from '../page/html';
import type { Visitor } from '../page/visitor';
import { mapTexts } from '../page/script-texts';
import { type Project, presentProjectPage, projectPath } from '../project/project-head';
import { type DataQuery, dataParameters, filterInputs, filterLink, tablePath } from './data-query';
import { answeredQuery, type PlacedQuestion } from './form-columns';
import { type FormColumns, labelOf, type Language, type QuestionColumn } from './form-columns';

/** Submissions in one response of the API while the map loads. */
const BATCH = 1000;
/** Answers in the card of a pin, at most and unless the visitor chooses. */
const MAX_SHOWN = 10;
const DEFAULT_SHOWN = 4;
/** Labels in the page; a question with more choices shows their names. */
const MAX_LABELS = 300;

/** By what places are coloured. */
interface Colouring {
  readonly key: string;
  readonly labelIn: (language: Language) => Text;
  readonly paths: readonly string[];
  readonly choicesIn: (language: Language) => readonly (readonly [name: string, label: Text])[];
}

interface MapChoice {
  readonly colouring: Colouring | undefined;
  readonly colourings: readonly Colouring[];
  readonly shown: readonly QuestionColumn[];
  readonly showable: readonly QuestionColumn[];
}

export interface MapPage {
  readonly form: FormColumns;
  readonly query: DataQuery;
  readonly questions: readonly PlacedQuestion[];
  /** Undefined if the form has no question of place. */
  readonly chosen: PlacedQuestion | undefined;
  readonly choice: MapChoice;
  readonly tiles: MapTiles | undefined;
  /** Of more, the map shows clusters that the service makes. */
  readonly maxSubmissions: number;
  readonly scripts: Html;
}

/** Reads the colours of the map, and what its pins show, from its URL. Unknown values count as absent. */
export function readMapChoice({ columns }: FormColumns, sent: Sent): MapChoice {
  const questions = columns.filter((column) => column.kind !== 'repeat');
  const showable = questions.filter(({ kind }) => kind !== 'place');
  const keys = new Set([sent['show']].flat().map(String));
  const requested = showable.filter(({ key }) => keys.has(key)).slice(0, MAX_SHOWN);
  const usual = showable.filter(({ isMetadata }) => !isMetadata).slice(0, DEFAULT_SHOWN);
  const colourings = [
    ...questions.filter(({ kind }) => kind === 'choice').map(colouringOf),
    ...SYSTEM_COLOURINGS,
  ];
  return {
    colouring: colourings.find(({ key }) => key === sent['colour']),
    colourings,
    shown: requested.length > 0 ? requested : usual,
    showable,
  };
}

const SYSTEM_COLOURINGS: readonly Colouring[] = [
  {
    key: '_validation_status',
    labelIn: () => t('Status'),
    paths: ['_validation_status'],
    choicesIn: () => Object.entries(VALIDATION_STATUSES).map(([uid, label]) => [uid, knownText(label)]),
  },
  {
    key: '_submitted_by',
    labelIn: () => t('Submitted by'),
    paths: ['_submitted_by'],
    choicesIn: () => [],
  },
];

function colouringOf(column: QuestionColumn): Colouring {
  return {
    key: column.key,
    labelIn: (language) => labelOf(column, language),
    paths: column.paths,
    choicesIn: (language) => choicesOf(column, language),
  };
}

function choicesOf({ options }: QuestionColumn, language: Language) {
  if (options.size > MAX_LABELS) return [];
  return [...options].map(([name, option]) => [name, labelOf(option, language)] as const);
}

export function presentMap(visitor: Visitor, project: Project, page: MapPage) {
  const { chosen, tiles } = page;
  return presentProjectPage(visitor, project, {
    tab: 'map',
    wide: true,
    scripts: page.scripts,
    scriptTexts: mapTexts(),
    usesFetch: true,
    imageSources: tiles === undefined ? [] : [tiles.origin],
    body: html`<h2 class="visually-hidden">${t('Map')}</h2>
      ${
        chosen === undefined
          ? emptyState({
              title: t('No places'),
              text: t('The form has no question that is answered with a place.'),
            })
          : html`${mapForm(project.uid, page, chosen)} ${mapOf(project.uid, page, chosen, visitor.language)}`
      }`,
  });
}

function mapForm(
  uid: string,
  { form, query, questions, choice }: MapPage,
  { question }: PlacedQuestion,
): Html {
  const { language } = query;
  return html`<form
    class="map-form"
    method="get"
    action="${projectPath(uid, 'map/')}"
    aria-label="${t('Map')}"
  >
    ${filterInputs(query, form)}
    ${labelledSelect(
      'question',
      t('Question'),
      questions.map((each) => ({ value: each.question.key, label: each.label })),
      question.key,
    )}
    ${labelledSelect('colour', t('Colour by'), colourOptions(choice, language), choice.colouring?.key ?? '')}
    <details class="pin-choice">
      <summary class="button quiet">${t('Pins show')}</summary>
      <fieldset>
        <legend>${t('Answers in the card of a pin, at most {count}', { count: MAX_SHOWN })}</legend>
        ${choice.showable.map((each) =>
          choiceField('checkbox', {
            name: 'show',
            value: each.key,
            label: labelOf(each, language),
            checked: choice.shown.includes(each),
          }),
        )}
      </fieldset>
    </details>
    <button class="quiet map-show">${t('Show')}</button>
    ${filterLink(uid, query, form)}
    <output id="map-status"></output>
  </form>`;
}

function colourOptions({ colourings }: MapChoice, language: Language): Option[] {
  return [
    { value: '', label: t('Nothing: one colour') },
    ...colourings.map(({ key, labelIn }) => ({ value: key, label: labelIn(language) })),
  ];
}

function mapOf(
  uid: string,
  { form, query, tiles, choice, maxSubmissions }: MapPage,
  chosen: PlacedQuestion,
  pageLanguage: PageLanguage,
): Html {
  const { question, outerPaths } = chosen;
  const { language } = query;
  const { colouring, shown } = choice;
  const list = new URLSearchParams({
    format: 'json',
    limit: String(BATCH),
    fields: JSON.stringify([...new Set([...outerPaths, ...(colouring?.paths ?? [])])]),
    // Each page of a filtered list counts all matches: without filters, submissions without a place are read too.
    ...(query.query !== undefined && { query: answeredQuery(query.query, [chosen]) }),
  });
  const clusters = new URLSearchParams({
    question: question.paths[0] ?? '',
    ...(query.query !== undefined && { query: query.query }),
  });
  const cards = shown.map((each) => ({
    label: labelOf(each, language),
    paths: each.paths,
    kind: each.kind,
    choices: choicesOf(each, language),
  }));
  return html`${needsScripts(
      richText(
        'The map needs JavaScript. The <table>table</table> has the same places as text, and the <report>report</report> as a picture.',
        {
          table: (text) => html`<a href="${tablePath(uid)}">${text}</a>`,
          report: (text) => html`<a href="${projectPath(uid, 'reports/')}">${text}</a>`,
        },
      ),
    )}
    <div class="places${colouring !== undefined && ' coloured'}">
      <div
        id="map"
        role="region"
        aria-label="${t('Map of places')}"
        data-source="/api/v2/assets/${uid}/data/?${list.toString()}"
        data-clusters="/api/v2/assets/${uid}/map-clusters/?${clusters.toString()}"
        data-limit="${maxSubmissions}"
        data-submissions="${tablePath(uid)}"
        data-parameters="${dataParameters(query, form).toString()}"
        data-type="${question.type}"
        data-paths="${JSON.stringify(question.paths)}"
        data-shown="${JSON.stringify(cards)}"
        ${
          colouring !== undefined &&
          html`data-colouring="${JSON.stringify({
            label: textIn(pageLanguage, colouring.labelIn(language)),
            paths: colouring.paths,
            choices: colouring
              .choicesIn(language)
              .map(([name, label]) => [name, textIn(pageLanguage, label)]),
          })}"`
        }
        ${tiles !== undefined && html`data-tiles="${tiles.url}" data-attribution="${tiles.attribution}"`}
      ></div>
      <section id="map-legend" class="sheet" aria-label="${t('Colours')}" hidden></section>
    </div>`;
}
