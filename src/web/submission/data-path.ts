import { projectPath } from '../project/project-page';

export function tablePath(uid: string, parameters?: URLSearchParams): string {
  const query = parameters?.toString() ?? '';
  return `${projectPath(uid, 'data/')}${query === '' ? '' : `?${query}`}`;
}

export function submissionPath(uid: string, id: number, below = ''): string {
  return projectPath(uid, `data/${id}/${below}`);
}
