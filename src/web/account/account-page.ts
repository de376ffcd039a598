import { type HtmlPage, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';

/** Pages of the account, shown as tabs. */
const ACCOUNT_TABS = [
  { path: '/account/', name: 'Profile' },
  { path: '/account/access/', name: 'Sessions and tokens' },
  { path: '/token/', name: 'API token' },
  { path: '/o/applications/', name: 'Applications' },
  { path: '/o/authorized_tokens/', name: 'Authorized applications' },
  { path: '/accounts/password/change/', name: 'Password' },
  { path: '/accounts/mfa/', name: 'Second factor' },
] as const;

type AccountPath = (typeof ACCOUNT_TABS)[number]['path'];

/** A page of the account, below its tabs. @param current path of its tab */
export function presentAccountPage(
  visitor: Visitor,
  current: AccountPath,
  page: Omit<HtmlPage, 'section' | 'head'>,
) {
  const head = { title: 'Account', tabs: ACCOUNT_TABS, current, label: 'Account' };
  return presentHtmlPage(visitor, { ...page, section: 'account', head });
}
