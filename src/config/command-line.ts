/** How commands are typed where this process runs: by npm in a checkout, by Node in the image and everywhere else. */
export const COMMAND_LINE =
  process.env['npm_command'] === undefined ? 'node dist/src/cli/main.js' : 'npm run cli --';
