import type { PageHead, Tab } from '../page/navigation';

export const ACCOUNTS_PATH = '/administration/users/';

/** Pages of the administration, shown as tabs. */
const TABS: readonly Tab[] = [
  { path: ACCOUNTS_PATH, name: 'Accounts' },
  { path: '/administration/queue/', name: 'Queue and health' },
  { path: '/administration/activity/', name: 'Activity' },
];

export function administrationHead(current: string): PageHead {
  return { title: 'Administration', tabs: TABS, current, label: 'Administration' };
}

export function accountPath(username: string, below = ''): string {
  return `${ACCOUNTS_PATH}${encodeURIComponent(username)}/${below}`;
}
