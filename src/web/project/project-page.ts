import type { DeploymentStatus } from '../../domain/asset/deployment-status';
import { badge, type Tone } from '../page/components';
import type { Html } from '../page/html';
import type { Tab } from '../page/navigation';
import { type HtmlPage, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { type Project, viewsSubmissions } from './project-head';

/** Tabs of a project, by path below `/projects/:uid/`. */
export type ProjectTab =
  | 'summary'
  | 'form'
  | 'collect'
  | 'data'
  | 'map'
  | 'gallery'
  | 'reports'
  | 'downloads'
  | 'people'
  | 'settings';

interface TabRule {
  readonly tab: ProjectTab;
  readonly name: string;
  readonly path: (uid: string) => string;
  readonly isShown: (project: Project) => boolean;
}

const everyone = () => true;

/** Tabs are added as their pages exist. */
const TABS: readonly TabRule[] = [
  { tab: 'summary', name: 'Summary', path: (uid) => projectPath(uid), isShown: everyone },
  { tab: 'form', name: 'Form', path: (uid) => projectPath(uid, 'form/'), isShown: everyone },
  { tab: 'collect', name: 'Collect', path: (uid) => projectPath(uid, 'collect/'), isShown: everyone },
  { tab: 'data', name: 'Data', path: (uid) => projectPath(uid, 'data/'), isShown: viewsSubmissions },
  { tab: 'map', name: 'Map', path: (uid) => projectPath(uid, 'map/'), isShown: viewsSubmissions },
  { tab: 'gallery', name: 'Gallery', path: (uid) => projectPath(uid, 'gallery/'), isShown: viewsSubmissions },
  {
    tab: 'reports',
    name: 'Reports',
    path: (uid) => `/api/v2/assets/${uid}/reports/`,
    isShown: viewsSubmissions,
  },
  {
    tab: 'downloads',
    name: 'Downloads',
    path: (uid) => projectPath(uid, 'downloads/'),
    isShown: viewsSubmissions,
  },
  { tab: 'people', name: 'People', path: (uid) => projectPath(uid, 'people/'), isShown: everyone },
  {
    tab: 'settings',
    name: 'Settings',
    path: (uid) => projectPath(uid, 'settings/'),
    isShown: ({ held }) => held.has('change_asset'),
  },
];

const STATUS: Readonly<Record<DeploymentStatus, readonly [text: string, tone: Tone]>> = {
  deployed: ['Deployed', 'good'],
  draft: ['Draft', 'plain'],
  archived: ['Archived', 'caution'],
  '-': ['Library', 'plain'],
};

/** @param below such as `collect/`; the summary without it */
export function projectPath(uid: string, below = ''): string {
  return `/projects/${uid}/${below}`;
}

export function statusBadge(status: DeploymentStatus): Html {
  return badge(...STATUS[status]);
}

export function projectName({ name, uid }: Pick<Project, 'name' | 'uid'>): string {
  return name === '' ? uid : name;
}

export interface ProjectPage extends Omit<HtmlPage, 'title' | 'section' | 'head'> {
  readonly tab: ProjectTab;
  /** Title of the document; default: the name of the tab. */
  readonly title?: string;
}

/** A page of a project, below its name, status and tabs. Headings of its body start at h2. */
export function presentProjectPage(visitor: Visitor, project: Project, { tab, title, ...page }: ProjectPage) {
  const { uid } = project;
  const tabs: Tab[] = TABS.filter(({ isShown }) => isShown(project)).map(({ name, path }) => ({
    name,
    path: path(uid),
  }));
  const { name, path } = TABS.find((each) => each.tab === tab)!;
  return presentHtmlPage(visitor, {
    ...page,
    title: `${title ?? name} · ${projectName(project)}`,
    section: 'projects',
    head: {
      title: projectName(project),
      badge: statusBadge(project.deployment),
      trail: [{ path: '/projects/', name: 'Projects' }],
      tabs,
      current: path(uid),
      label: 'Project',
    },
  });
}
