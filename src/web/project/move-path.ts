/** @param below such as the uid of a move */
export function movePath(below = ''): string {
  return `/projects/move/${below}`;
}
