import type { Tab } from '../page/navigation';
import { type HtmlPage, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';

export const ACCOUNTS_PATH = '/administration/users/';
export const MESSAGES_PATH = '/administration/messages/';
export const QUEUE_PATH = '/administration/queue/';
export const HEALTH_PATH = '/administration/health/';

/** Pages of the administration, shown as tabs. */
const TABS: readonly Tab[] = [
  { path: ACCOUNTS_PATH, name: 'Accounts' },
  { path: MESSAGES_PATH, name: 'Messages' },
  { path: QUEUE_PATH, name: 'Queue' },
  { path: HEALTH_PATH, name: 'Health' },
  { path: '/administration/activity/', name: 'Activity' },
];

/** A page of the administration, below its tabs. @param current path of its tab */
export function presentAdministrationPage(
  visitor: Visitor,
  current: string,
  page: Omit<HtmlPage, 'section' | 'head'>,
) {
  const head = { title: 'Administration', tabs: TABS, current, label: 'Administration' };
  return presentHtmlPage(visitor, { ...page, section: 'administration', head });
}

export function accountPath(username: string, below = ''): string {
  return `${ACCOUNTS_PATH}${encodeURIComponent(username)}/${below}`;
}
