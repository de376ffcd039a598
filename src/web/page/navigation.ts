import { type Text, t } from '../../language/message';
import { html, type Html } from './html';
import type { Visitor } from './visitor';

export type Section = 'projects' | 'library' | 'account' | 'administration';

/** Sections of the service, in the header of every page; that of the account is in the menu of the person. */
const sections = (): Readonly<Record<Exclude<Section, 'account'>, Tab>> => ({
  projects: { path: '/projects/', name: t('Projects') },
  library: { path: '/library/', name: t('Library') },
  administration: { path: '/administration/users/', name: t('Administration') },
});

export interface Tab {
  readonly path: string;
  readonly name: Text;
}

/** Title of a page with tabs: the object that they show, its parent pages, and the tabs. */
export interface PageHead {
  readonly title: Text;
  /** Beside the title, such as a status. */
  readonly badge?: Html;
  readonly trail?: readonly Tab[];
  readonly tabs?: readonly Tab[];
  /** Path of the current tab. */
  readonly current?: string;
  /** Accessible name of the tabs. */
  readonly label: Text;
}

/**
 * Links to the sections that the visitor may open, and sign-in or the menu of the person.
 * @param languageChoice form that chooses the language, for the menu
 */
export function sectionLinks(
  visitor: Visitor,
  current: Section | undefined,
  csrf: Html,
  languageChoice: Html,
): Html {
  const { actor } = visitor;
  if (actor.kind !== 'user') return html`<a href="/accounts/login/">${t('Sign in')}</a>`;
  const visible = Object.entries(sections()).filter(
    ([section]) => section !== 'administration' || actor.isSuperuser,
  );
  return html`${visible.map(([section, tab]) => link(tab, section === current))}
    <details class="menu">
      <summary aria-label="${t('Menu of {username}', { username: actor.username })}">
        <bdi>${actor.username}</bdi>
      </summary>
      <div class="sheet">
        ${link({ path: '/account/', name: t('Account') }, current === 'account')}
        ${actor.credential === 'session' && languageChoice}
        ${
          actor.credential === 'session' &&
          html`<form method="post" action="/accounts/logout/">
            ${csrf}<button class="quiet">${t('Sign out {username}', { username: actor.username })}</button>
          </form>`
        }
      </div>
    </details>`;
}

export function pageHead({ title, badge, trail = [], tabs = [], current, label }: PageHead): Html {
  return html`<div class="head">
    <div>
      ${
        trail.length > 0 &&
        html`<nav class="trail" aria-label="${t('Breadcrumb')}">
          ${trail.map((each) => html`<span>${link(each, false)}</span>`)}
        </nav>`
      }
      <div class="title">
        <h1 dir="auto">${title}</h1>
        ${badge}
      </div>
      ${
        tabs.length > 0 &&
        html`<nav class="tabs" aria-label="${label}">
          <ul>
            ${tabs.map((tab) => html`<li>${link(tab, tab.path === current)}</li>`)}
          </ul>
        </nav>`
      }
    </div>
  </div>`;
}

function link({ path, name }: Tab, isCurrent: boolean): Html {
  return html`<a href="${path}" ${isCurrent && html` aria-current="page"`}>${name}</a>`;
}
