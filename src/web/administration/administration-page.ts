import type { Tab } from '../page/navigation';
import { type HtmlPage, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { t } from '../../language/message';

export const ACCOUNTS_PATH = '/administration/users/';
export const MESSAGES_PATH = '/administration/messages/';
export const QUEUE_PATH = '/administration/queue/';
export const HEALTH_PATH = '/administration/health/';

/** Pages of the administration, shown as tabs. */
const administrationTabs = (): readonly Tab[] => [
  { path: ACCOUNTS_PATH, name: t('Accounts') },
  { path: MESSAGES_PATH, name: t('Messages') },
  { path: QUEUE_PATH, name: t('Queue') },
  { path: HEALTH_PATH, name: t('Health') },
  { path: '/administration/activity/', name: t('Activity') },
];

/** A page of the administration, below its tabs. @param current path of its tab */
export function presentAdministrationPage(
  visitor: Visitor,
  current: string,
  page: Omit<HtmlPage, 'section' | 'head'>,
) {
  const head = {
    title: t('Administration'),
    tabs: administrationTabs(),
    current,
    label: t('Administration'),
  };
  return presentHtmlPage(visitor, { ...page, section: 'administration', head });
}

export function accountPath(username: string, below = ''): string {
  return `${ACCOUNTS_PATH}${encodeURIComponent(username)}/${below}`;
}
