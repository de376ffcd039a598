import type { Role } from '../config/environment';
import type { Superuser } from './superuser';

/** Where the demo looks when nobody says otherwise. */
const DEFAULT_ADDRESS = 'http://127.0.0.1:8000';

/** What the service says once it is ready, as lines for the terminal. */
export function greeting(address: string, role: Role, superuser: Superuser | undefined): string[] {
  if (role === 'worker') {
    return [
      '',
      `fieldhouse takes jobs. It answers those alone who watch it, at ${address}`,
      '  with /health/live, /health/ready and /metrics; requests go to a process with another ROLE.',
    ];
  }
  const ready = ['', `fieldhouse is ready at ${address}`];
  if (superuser?.generatedPassword !== undefined) return [...ready, ...firstSteps(address, superuser)];
  const who = superuser === undefined ? '' : `Sign in as ${superuser.username}. `;
  return [...ready, `${who}The API is described at ${address}/api/docs/`];
}

function firstSteps(address: string, { username, generatedPassword }: Superuser): string[] {
  const command = [
    `FIELDHOUSE_PASSWORD='${generatedPassword}'`,
    ...(address === DEFAULT_ADDRESS ? [] : [`FIELDHOUSE_URL=${address}`]),
    ...(username === 'admin' ? [] : [`FIELDHOUSE_USERNAME=${username}`]),
    'npm run demo',
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
