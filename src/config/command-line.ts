/** Command that runs the CLI: npm in a checkout, Node in the image and elsewhere. */
export const COMMAND_LINE =
  process.env['npm_command'] === undefined ? 'node dist/src/cli/main.js' : 'npm run cli --';
