import { COMMAND_LINE } from '../config/command-line';
import type { Role } from '../config/environment';
import { VERSION } from '../config/version';
import type { Superuser } from './superuser';

/** Default of the `demo` command. */
const DEFAULT_ADDRESS = 'http://127.0.0.1:8000';

export function startupMessage(
  address: string,
  role: Role,
  superuser: Superuser | undefined | 'missing',
): string[] {
  if (role === 'worker') {
    return [
      '',
      `fieldhouse ${VERSION} runs jobs (ROLE=worker). Health checks and metrics are at ${address}`,
      '  as /health/live, /health/ready and /metrics; send API requests to a process with another ROLE.',
    ];
  }
  const ready = ['', `fieldhouse ${VERSION} is ready at ${address}`];
  const docs = `API documentation: ${address}/api/docs/`;
  if (superuser === 'missing') return [...ready, ...superuserInstructions(), docs];
  if (superuser?.generatedPassword !== undefined) return [...ready, ...firstSteps(address, superuser)];
  const signIn = superuser === undefined ? '' : `Sign in as ${superuser.username}. `;
  return [...ready, `${signIn}${docs}`];
}

function firstSteps(address: string, { username, generatedPassword }: Superuser): string[] {
  const command = [
    `FIELDHOUSE_PASSWORD='${generatedPassword}'`,
    ...(address === DEFAULT_ADDRESS ? [] : [`FIELDHOUSE_URL=${address}`]),
    ...(username === 'admin' ? [] : [`FIELDHOUSE_USERNAME=${username}`]),
    `${COMMAND_LINE} demo`,
  ].join(' ');
  return [
    `  user      ${username}`,
    `  password  ${generatedPassword}    (shown only once: save it now)`,
    '',
    'Next, in another terminal:',
    `  ${command}`,
    '',
  ];
}

/** Without a terminal a generated password would end up in a log. */
function superuserInstructions(): string[] {
  return [
    'There is no account yet, and no terminal to show a generated password on. Create the first account with',
    `  ${COMMAND_LINE} user create NAME --superuser`,
    'or set SUPERUSER_PASSWORD and restart.',
  ];
}
