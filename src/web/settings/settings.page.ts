import { countryChoices, SECTOR_CHOICES } from '../../domain/asset/settings-rules';
import type { AssetFile } from '../../modules/media/asset-file.service';
import type { MinimalAsset } from '../../modules/asset/asset-list.service';
import { isSharing as sharesData } from '../../domain/sharing/data-sharing';
import type { PairedData } from '../../modules/submission/paired-data/paired-data.service';
import { doneNotice, notice, recordTable, timeText, whole, confirmButton } from '../page/components';
import { choiceField, formErrorMessage, formField } from '../page/form-field';
import { type FormErrors, isChecked, type Sent, textOf } from '../page/handle-form';
import { html, type Html, richText } from '../page/html';
import { csrfField } from '../page/page';
import { saveLabel, stateField, staleValues } from '../page/stale-form';
import type { Visitor } from '../page/visitor';
import { type Project, presentProjectPage, projectPath } from '../project/project-head';
import { settingsPath, settingsTabs, tabTexts } from './settings-tabs';
import { countryOptions, detailValues, type Details, enteredDetails, sharingValues } from './settings-form';
import { type Text, knownText, t } from '../../language/message';

interface Connections {
  readonly part: 'pairs/';
  readonly pairs: readonly PairedData[];
  /** Projects that share their data with the visitor. */
  readonly sources: readonly MinimalAsset[];
  readonly shares: boolean;
}

/** Content of a page of the settings. */
export type SettingsContent =
  | { readonly part: ''; readonly details: Details }
  | { readonly part: 'media/'; readonly files: readonly AssetFile[] }
  | Connections;

interface SettingsOptions {
  readonly query?: Sent;
  readonly refused?: RefusedSettings;
  /** Of the file that was added last. */
  readonly warnings?: readonly string[];
}

export interface RefusedSettings {
  /** Of a page with two, whether it is that of data sharing. */
  readonly form: 'sharing' | 'other';
  readonly errors: FormErrors;
  /** As it was sent. */
  readonly body: Sent;
}

const doneTexts = () => ({
  saved: t('The settings were saved.'),
  uploaded: t('The file was added. Devices get it when they update the form.'),
  removed: t('The file was deleted.'),
  shared: t('Data sharing was saved.'),
  connected: t('The project was connected. Devices get its data when they update the form.'),
  disconnected: t('The project was disconnected.'),
});

const kindNames = (): Readonly<Record<string, Text>> => ({
  form_media: t('Form media'),
  map_layer: t('Map layer'),
  paired_data: t('Connected data'),
});

export function presentSettings(
  visitor: Visitor,
  project: Project,
  content: SettingsContent,
  { query, refused, warnings = [] }: SettingsOptions,
) {
  const { part } = content;
  const body = html`${doneNotice(query, doneTexts())} ${fileWarnings(warnings)} ${settingsTabs(project, part)}
  ${sectionOf(visitor, project, content, refused)}`;
  return presentProjectPage(visitor, project, {
    tab: 'settings',
    ...(part !== '' && { title: tabTexts()[part] }),
    body,
    errors: refused?.errors,
  });
}

function sectionOf(
  visitor: Visitor,
  project: Project,
  content: SettingsContent,
  refused: RefusedSettings | undefined,
): Html {
  switch (content.part) {
    case '':
      return detailForm(visitor, project, content.details, refused);
    case 'media/':
      return mediaSection(visitor, project, content.files, refused);
    case 'pairs/':
      return connectionSection(visitor, project, content, refused);
  }
}

function detailForm(
  visitor: Visitor,
  project: Project,
  stored: Details,
  refused: RefusedSettings | undefined,
): Html {
  const errors = refused?.errors;
  const entered = refused === undefined ? stored : enteredDetails(refused.body);
  const { name, description, sector, countries } = entered;
  const isSurvey = project.assetType === 'survey';
  const states = { stored: detailValues(stored, isSurvey), entered: detailValues(entered, isSurvey) };
  const sectors = withStored(SECTOR_CHOICES, sector === '' ? [] : [sector]);
  return html`<form class="sheet" method="post" action="${settingsPath(project, 'details/')}">
    <h2>${t('Details')}</h2>
    ${csrfField(visitor)} ${stateField(states.stored, errors, refused?.body)} ${formErrorMessage(errors)}
    ${staleValues(errors, states)}
    ${formField({ name: 'name', label: t('Name'), value: name, autocomplete: 'off' }, errors)}
    ${
      project.assetType === 'survey' &&
      html`${formField(
          { name: 'description', label: t('Description'), type: 'lines', value: description, optional: true },
          errors,
        )}
        ${formField(
          {
            name: 'sector',
            label: t('Sector'),
            type: 'select',
            value: sector,
            options: [
              { value: '', label: t('None') },
              ...sectors.map(({ value, label }) => ({ value, label: knownText(label) })),
            ],
            optional: true,
          },
          errors,
        )}
        <label for="country">${t('Countries')}</label>
        <select id="country" name="country" multiple size="8" aria-describedby="country-hint">
          ${countryOptions(withStored(countryChoices(), countries), visitor.language).map(
            ({ value, label }) =>
              html`<option value="${value}" ${countries.includes(value) && html` selected`}>
                ${label}
              </option>`,
          )}
        </select>
        <p class="hint" id="country-hint">${t('Hold Ctrl or Command to choose several.')}</p>`
    }
    <div class="buttons"><button>${saveLabel(errors, t('Save details'))}</button></div>
  </form>`;
}

/** Adds stored values that the list does not offer. */
function withStored(choices: readonly { value: string; label: string }[], stored: readonly string[]) {
  const known = new Set(choices.map(({ value }) => value));
  return [
    ...choices,
    ...stored.filter((value) => !known.has(value)).map((value) => ({ value, label: value })),
  ];
}

/** Of the file that was added last. */
function fileWarnings(warnings: readonly string[]): Html {
  if (warnings.length === 0) return html``;
  return notice(
    html`<p>
        ${t('Devices may not read the file as you expect. Correct it, delete the file here, and add it again.')}
      </p>
      <ul>
        ${warnings.map((warning) => html`<li dir="auto">${knownText(warning)}</li>`)}
      </ul>`,
    'caution',
  );
}

function mediaSection(
  visitor: Visitor,
  project: Project,
  files: readonly AssetFile[],
  refused: RefusedSettings | undefined,
): Html {
  const errors = refused?.errors;
  return html`<section aria-labelledby="media">
    <h2 id="media">${t('Media files')}</h2>
    <p class="soft">${t('Pictures, sounds, videos and CSV files that the form shows or reads.')}</p>
    ${
      files.length > 0 &&
      recordTable({
        caption: t('Media files'),
        columns: [t('File'), t('Kind'), t('Added'), whole()],
        rows: files.map(({ uid, name, fileType, dateCreated }) => [
          html`<a class="name" dir="auto" href="/api/v2/assets/${project.uid}/files/${uid}/content/"
            >${name}</a
          >`,
          kindNames()[fileType] ?? fileType,
          timeText(dateCreated),
          html`<div class="buttons">
            ${confirmButton(visitor, settingsPath(project, `media/${uid}/delete/`), {
              label: t('Delete'),
              subject: name,
              consequence: t('Devices that fetch the form again don’t get the file any more.'),
            })}
          </div>`,
        ]),
      })
    }
    <form
      class="sheet"
      method="post"
      enctype="multipart/form-data"
      action="${settingsPath(project, 'media/')}"
    >
      ${csrfField(visitor)} ${formErrorMessage(errors)}
      ${formField({ name: 'content', label: t('File'), type: 'file', optional: true }, errors)}
      ${formField(
        {
          name: 'url',
          label: t('Or its address'),
          type: 'url',
          value: textOf(refused?.body['url']),
          optional: true,
          hint: t('Devices fetch the file from there.'),
          errorName: 'metadata',
        },
        errors,
      )}
      <div class="buttons"><button>${t('Add a file')}</button></div>
    </form>
  </section>`;
}

function sourceHint(sources: readonly unknown[]): Text {
  return sources.length === 0
    ? t('No other project that you may see shares its data. Switch that on in the settings of one.')
    : t('Those that share their data.');
}

function connectionSection(
  visitor: Visitor,
  project: Project,
  { pairs, shares, sources }: Connections,
  refusedForm: RefusedSettings | undefined,
): Html {
  const isSharing = refusedForm?.form === 'sharing';
  const refusedPair = isSharing ? undefined : refusedForm;
  const errors = refusedPair?.errors;
  const sent = (name: string): string => textOf(refusedPair?.body[name]);
  const options = [
    { value: '', label: '–' },
    ...sources.map(({ uid, name }) => ({ value: uid, label: name === '' ? uid : name })),
  ];
  const refused = isSharing ? refusedForm : undefined;
  const isChosen = refused === undefined ? shares : isChecked(refused.body, 'enabled');
  const states = { stored: sharingValues(shares), entered: sharingValues(isChosen) };
  return html`<section aria-labelledby="connections">
    <h2 id="connections">${t('Connected projects')}</h2>
    <form class="sheet" method="post" action="${settingsPath(project, 'pairs/sharing/')}">
      ${csrfField(visitor)} ${stateField(states.stored, refused?.errors, refused?.body)}
      ${formErrorMessage(refused?.errors)} ${staleValues(refused?.errors, states)}
      ${choiceField('checkbox', {
        name: 'enabled',
        value: 'yes',
        label: t('Other projects may read submissions of this one, if their owner may view them'),
        checked: isChosen,
      })}
      <div class="buttons"><button>${saveLabel(refused?.errors, t('Save data sharing'))}</button></div>
    </form>
    ${
      pairs.length > 0 &&
      recordTable({
        caption: t('Projects that this form reads'),
        columns: [t('File in the form'), t('Project'), whole(t('Questions')), whole()],
        rows: pairs.map(({ uid, filename, source, fields }) => [
          html`<code>${filename}</code>`,
          source === null
            ? t('Deleted, or not visible to you')
            : html`<a dir="auto" href="${projectPath(source.uid)}">${source.name || source.uid}</a> ${
                  !sharesData(source.dataSharing) &&
                  html`<p class="hint">${t('It shares no data any more: devices do not get the file.')}</p>`
                }`,
          fields.length === 0 ? t('All') : fields.join(', '),
          html`<div class="buttons">
            ${confirmButton(visitor, settingsPath(project, `pairs/${uid}/delete/`), {
              label: t('Disconnect'),
              subject: filename,
              consequence: t('Devices that fetch the form again don’t get the file any more.'),
            })}
          </div>`,
        ]),
      })
    }
    <form class="sheet" method="post" action="${settingsPath(project, 'pairs/')}">
      <h3>${t('Connect a project')}</h3>
      <p class="soft">
        ${richText('The form reads its submissions as a file, by an <code>xml-external</code> question. The other project must share its data.', { code: (text) => html`<code>${text}</code>` })}
      </p>
      ${csrfField(visitor)} ${formErrorMessage(errors)}
      ${formField({ name: 'source', label: t('Project'), type: 'select', options, value: sent('source'), hint: sourceHint(sources) }, errors)}
      ${formField({ name: 'filename', label: t('File name in the form'), value: sent('filename'), hint: t('Such as cities.xml.'), autocomplete: 'off' }, errors)}
      ${formField({ name: 'fields', label: t('Questions'), type: 'lines', value: sent('fields'), optional: true, hint: t('Paths such as group/question, one per line. Empty: all that it shares.') }, errors)}
      <div class="buttons"><button>${t('Connect')}</button></div>
    </form>
  </section>`;
}
