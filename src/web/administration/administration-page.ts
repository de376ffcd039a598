import type { PageHead, Tab } from '../page/navigation';

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

export function administrationHead(current: string): PageHead {
  return { title: 'Administration', tabs: TABS, current, label: 'Administration' };
}

export function accountPath(username: string, below = ''): string {
  return `${ACCOUNTS_PATH}${encodeURIComponent(username)}/${below}`;
}
