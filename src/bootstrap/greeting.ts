import { COMMAND_LINE } from '../config/command-line';
import type { Role } from '../config/environment';
import { VERSION } from '../config/version';
import type { Superuser } from './superuser';

/** Where the demo looks when nobody says otherwise. */
const DEFAULT_ADDRESS = 'http://127.0.0.1:8000';

/** What the service says once it is ready, as lines for the terminal. */
export function greeting(
  address: string,
  role: Role,
  superuser: Superuser | undefined | 'missing',
): string[] {
  if (role === 'worker') {
    return [
      '',
      `fieldhouse ${VERSION} takes jobs. It answers those alone who watch it, at ${address}`,
      '  with /health/live, /health/ready and /metrics; requests go to a process with another ROLE.',
    ];
  }
  const ready = ['', `fieldhouse ${VERSION} is ready at ${address}`];
  const described = `The API is described at ${address}/api/docs/`;
  if (superuser === 'missing') return [...ready, ...askForSuperuser(), described];
  if (superuser?.generatedPassword !== undefined) return [...ready, ...firstSteps(address, superuser)];
  const who = superuser === undefined ? '' : `Sign in as ${superuser.username}. `;
  return [...ready, `${who}${described}`];
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
    `  password  ${generatedPassword}    (shown this once; write it down)`,
    '',
    'Try next, in another terminal:',
    `  ${command}`,
    '',
  ];
}

/** A password that is made up here would stay in a log. */
function askForSuperuser(): string[] {
  return [
    'Nobody can sign in yet, for no terminal is here to show a password on. Make the first account with',
    `  ${COMMAND_LINE} user create NAME --superuser`,
    'or start with SUPERUSER_PASSWORD.',
  ];
}
