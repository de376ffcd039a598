/** Exports of `dist/src/bundle/service.js`: the service and the commands that use it, each loaded when it is called. */
export const start = () => import('./main.js');
export { COMMANDS } from './cli/commands';
