import { countryChoices, SECTOR_CHOICES } from '../../domain/asset/settings-rules';
import type { AssetFile } from '../../modules/media/asset-file.service';
import type { MinimalAsset } from '../../modules/asset/asset-list.service';
import type { PairedData } from '../../modules/submission/paired-data/paired-data.service';
import { doneNotice, notice, recordTable, timeText, whole, confirmButton } from '../page/components';
import { choiceField, formErrorMessage, formField } from '../page/form-field';
import { type FormErrors, isChecked, type Sent, textOf } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { csrfField } from '../page/page';
import { saveLabel, stateField, staleValues } from '../page/stale-form';
import type { Visitor } from '../page/visitor';
import { type Project, presentProjectPage, projectPath } from '../project/project-head';
import { detailValues, type Details, enteredDetails, sharingValues } from './settings-form';

export interface ProjectSettings {
  readonly details: Details;
  readonly files: readonly AssetFile[];
  readonly pairs: readonly PairedData[];
  /** Projects that share their data with the visitor. */
  readonly sources: readonly MinimalAsset[];
  readonly shares: boolean;
}

/** Part of the page whose form was refused. */
export type SettingsPart = 'details' | 'media' | 'sharing' | 'pairs';

export interface RefusedSettings {
  readonly part: SettingsPart;
  readonly errors: FormErrors;
  /** As it was sent. */
  readonly body: Sent;
}

const DONE = {
  saved: 'The settings were saved.',
  uploaded: 'The file was added. Deploy the form again to send it to devices.',
  removed: 'The file was deleted.',
  shared: 'Data sharing was saved.',
  connected: 'The project was connected. Deploy the form again to send its data to devices.',
  disconnected: 'The project was disconnected.',
};

const KINDS: Readonly<Record<string, string>> = {
  form_media: 'Form media',
  map_layer: 'Map layer',
  paired_data: 'Connected data',
};

export function presentSettings(
  visitor: Visitor,
  project: Project,
  settings: ProjectSettings,
  {
    query,
    refused,
    warnings = [],
  }: { query?: Sent; refused?: RefusedSettings; warnings?: readonly string[] },
) {
  const refusedIn = (part: SettingsPart): RefusedSettings | undefined =>
    refused?.part === part ? refused : undefined;
  const body = html`${doneNotice(query, DONE)} ${fileWarnings(warnings)} ${moreLinks(project)}
  ${detailForm(visitor, project, settings.details, refusedIn('details'))}
  ${mediaSection(visitor, project, settings.files, refusedIn('media'))}
  ${project.assetType === 'survey' && connectionSection(visitor, project, settings, refusedIn)}`;
  return presentProjectPage(visitor, project, {
    tab: 'settings',
    body,
    errors: refused?.errors,
  });
}

export function settingsPath({ uid }: Pick<Project, 'uid'>, below = ''): string {
  return projectPath(uid, `settings/${below}`);
}

function moreLinks(project: Project): Html {
  return html`<div class="buttons">
    ${
      project.held.has('view_submissions') &&
      html`<a class="button quiet" href="${settingsPath(project, 'hooks/')}">Webhooks</a>`
    }
    ${
      project.held.has('manage_asset') &&
      html`<a class="button quiet" href="${settingsPath(project, 'activity/')}">Activity</a>`
    }
  </div>`;
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
    <h2>Details</h2>
    ${csrfField(visitor)} ${stateField(states.stored, errors, refused?.body)} ${formErrorMessage(errors)}
    ${staleValues(errors, states)}
    ${formField({ name: 'name', label: 'Name', value: name, autocomplete: 'off' }, errors)}
    ${
      project.assetType === 'survey' &&
      html`${formField(
          { name: 'description', label: 'Description', type: 'lines', value: description, optional: true },
          errors,
        )}
        ${formField(
          {
            name: 'sector',
            label: 'Sector',
            type: 'select',
            value: sector,
            options: [{ value: '', label: 'None' }, ...sectors],
            optional: true,
          },
          errors,
        )}
        <label for="country">Countries</label>
        <select id="country" name="country" multiple size="8" aria-describedby="country-hint">
          ${withStored(countryChoices(), countries).map(
            ({ value, label }) =>
              html`<option value="${value}" ${countries.includes(value) && html` selected`}>
                ${label}
              </option>`,
          )}
        </select>
        <p class="hint" id="country-hint">Hold Ctrl or Command to choose several.</p>`
    }
    <div class="buttons"><button>${saveLabel(errors, 'Save details')}</button></div>
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
        Devices may not read the file as you expect. Correct it, delete the file here, and add it again.
      </p>
      <ul>
        ${warnings.map((warning) => html`<li dir="auto">${warning}</li>`)}
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
    <h2 id="media">Media files</h2>
    <p class="soft">Pictures, sounds, videos and CSV files that the form shows or reads.</p>
    ${
      files.length > 0 &&
      recordTable({
        caption: 'Media files',
        columns: ['File', 'Kind', 'Added', whole()],
        rows: files.map(({ uid, name, fileType, dateCreated }) => [
          html`<a class="name" dir="auto" href="/api/v2/assets/${project.uid}/files/${uid}/content/"
            >${name}</a
          >`,
          KINDS[fileType] ?? fileType,
          timeText(dateCreated),
          html`<div class="buttons">
            ${confirmButton(visitor, settingsPath(project, `media/${uid}/delete/`), {
              label: 'Delete',
              subject: name,
              consequence: 'Devices that fetch the form again don’t get the file any more.',
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
      ${formField({ name: 'content', label: 'File', type: 'file', optional: true }, errors)}
      ${formField(
        {
          name: 'url',
          label: 'Or its address',
          type: 'url',
          value: textOf(refused?.body['url']),
          optional: true,
          hint: 'Devices fetch the file from there.',
          errorName: 'metadata',
        },
        errors,
      )}
      <div class="buttons"><button>Add a file</button></div>
    </form>
  </section>`;
}

function sourceHint(sources: readonly unknown[]): string {
  return sources.length === 0
    ? 'No other project that you may see shares its data. Switch that on in the settings of one.'
    : 'Those that share their data.';
}

function connectionSection(
  visitor: Visitor,
  project: Project,
  { pairs, shares, sources }: ProjectSettings,
  refusedIn: (part: SettingsPart) => RefusedSettings | undefined,
): Html {
  const errors = refusedIn('pairs')?.errors;
  const sent = (name: string): string => textOf(refusedIn('pairs')?.body[name]);
  const options = [
    { value: '', label: '–' },
    ...sources.map(({ uid, name }) => ({ value: uid, label: name === '' ? uid : name })),
  ];
  const refused = refusedIn('sharing');
  const isChosen = refused === undefined ? shares : isChecked(refused.body, 'enabled');
  const states = { stored: sharingValues(shares), entered: sharingValues(isChosen) };
  return html`<section aria-labelledby="connections">
    <h2 id="connections">Connected projects</h2>
    <form class="sheet" method="post" action="${settingsPath(project, 'sharing/')}">
      ${csrfField(visitor)} ${stateField(states.stored, refused?.errors, refused?.body)}
      ${formErrorMessage(refused?.errors)} ${staleValues(refused?.errors, states)}
      ${choiceField('checkbox', {
        name: 'enabled',
        value: 'yes',
        label: 'Other projects may read submissions of this one, if their owner may view them',
        checked: isChosen,
      })}
      <div class="buttons"><button>${saveLabel(refused?.errors, 'Save data sharing')}</button></div>
    </form>
    ${
      pairs.length > 0 &&
      recordTable({
        caption: 'Projects that this form reads',
        columns: ['File in the form', 'Project', whole('Questions'), whole()],
        rows: pairs.map(({ uid, filename, source, fields }) => [
          html`<code>${filename}</code>`,
          source === null
            ? 'Deleted'
            : html`<a dir="auto" href="${projectPath(source.uid)}">${source.name || source.uid}</a>`,
          fields.length === 0 ? 'All' : fields.join(', '),
          html`<div class="buttons">
            ${confirmButton(visitor, settingsPath(project, `pairs/${uid}/delete/`), {
              label: 'Disconnect',
              subject: filename,
              consequence: 'Devices that fetch the form again don’t get the file any more.',
            })}
          </div>`,
        ]),
      })
    }
    <form class="sheet" method="post" action="${settingsPath(project, 'pairs/')}">
      <h3>Connect a project</h3>
      <p class="soft">
        The form reads its submissions as a file, by an <code>xml-external</code> question. The other project
        must share its data.
      </p>
      ${csrfField(visitor)} ${formErrorMessage(errors)}
      ${formField({ name: 'source', label: 'Project', type: 'select', options, value: sent('source'), hint: sourceHint(sources) }, errors)}
      ${formField({ name: 'filename', label: 'File name in the form', value: sent('filename'), hint: 'Such as cities.xml.', autocomplete: 'off' }, errors)}
      ${formField({ name: 'fields', label: 'Questions', type: 'lines', value: sent('fields'), optional: true, hint: 'Paths such as group/question, one per line. Empty: all that it shares.' }, errors)}
      <div class="buttons"><button>Connect</button></div>
    </form>
  </section>`;
}
