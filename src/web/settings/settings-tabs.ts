import { type Text, t } from '../../language/message';
import { html, type Html } from '../page/html';
import { type Project, projectPath } from '../project/project-head';

/** Pages of the settings, by their paths. */
type SettingsTab = '' | 'media/' | 'pairs/' | 'hooks/' | 'activity/';
export type SettingsPart = Extract<SettingsTab, '' | 'media/' | 'pairs/'>;

export function settingsPath({ uid }: Pick<Project, 'uid'>, below = ''): string {
  return projectPath(uid, `settings/${below}`);
}

export const tabTexts = () =>
  ({
    '': t('Details'),
    'media/': t('Media files'),
    'pairs/': t('Connected projects'),
    'hooks/': t('Webhooks'),
    'activity/': t('Activity'),
  }) as const satisfies Readonly<Record<SettingsTab, Text>>;

/** Links to the pages of the settings that the visitor may open. */
export function settingsTabs(project: Project, current: SettingsTab): Html {
  const { held, assetType } = project;
  const isShown: Readonly<Record<SettingsTab, boolean>> = {
    '': true,
    'media/': true,
    'pairs/': assetType === 'survey',
    'hooks/': held.has('view_submissions'),
    'activity/': held.has('manage_asset'),
  };
  return html`<nav class="views" aria-label="${t('Settings')}">
    ${Object.entries(tabTexts()).map(
      ([path, text]) =>
        isShown[path as SettingsTab] &&
        html`<a href="${settingsPath(project, path)}" ${path === current && html` aria-current="page"`}
          >${text}</a
        >`,
    )}
  </nav>`;
}
