import { projectPath } from '../project/project-page';

export function tablePath(uid: string, parameters?: URLSearchParams): string {
  const query = parameters?.toString() ?? '';
  return `${projectPath(uid, 'data/')}${query === '' ? '' : `?${query}`}`;
}

/** @param parameters of the table that it is opened from, to keep its filters and order */
export function submissionPath(uid: string, id: number, parameters?: URLSearchParams | string): string {
  const query = parameters?.toString() ?? '';
  return `${projectPath(uid, `data/${id}/`)}${query === '' ? '' : `?${query}`}`;
}

/** @param id one of them; without it: the list */
export function deletedPath(uid: string, id?: number): string {
  return projectPath(uid, `data/deleted/${id === undefined ? '' : `${id}/`}`);
}
