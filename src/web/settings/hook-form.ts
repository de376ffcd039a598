import { AUTH_LEVELS, PAYLOAD_FORMATS, basicCredentials, customHeaders } from '../../domain/hook/hook-rules';
import { InvalidError } from '../../domain/errors';
import type { Hook, NewHookInput } from '../../modules/hook/hook.service';
import { isChecked, lineOf, type Sent } from '../page/handle-form';
import type { FormValues } from '../page/stale-form';
import { type Text, t } from '../../language/message';

/** Form of a webhook. Masked secrets stay unchanged. */
export interface HookForm {
  readonly name: string;
  readonly endpoint: string;
  readonly active: boolean;
  readonly format: string;
  readonly auth: string;
  readonly username: string;
  readonly password: string;
  /** `Name: value`, one per line. */
  readonly headers: string;
  readonly sendsChanges: boolean;
  /** Names or paths, one per line. */
  readonly fields: string;
  readonly template: string;
}

export const NEW_HOOK: HookForm = {
  name: '',
  endpoint: '',
  active: true,
  format: 'json',
  auth: 'no_auth',
  username: '',
  password: '',
  headers: '',
  sendsChanges: false,
  fields: '',
  template: '',
};

export function hookFormOf(hook: Hook): HookForm {
  const { name, endpoint, active, sendsChanges } = hook;
  return {
    name,
    endpoint,
    active,
    sendsChanges,
    format: hook.exportType,
    auth: hook.authLevel,
    ...basicCredentials(hook.settings),
    headers: customHeaders(hook.settings)
      .map(([header, value]) => `${header}: ${value}`)
      .join('\n'),
    fields: hook.subsetFields.join('\n'),
    template: hook.payloadTemplate ?? '',
  };
}

/** Values that people read; passwords are masked. */
export function hookValues(form: HookForm): FormValues {
  const isChosen = (value: boolean): Text => (value ? t('Yes') : t('No'));
  return [
    [t('Name'), form.name],
    [t('Address'), form.endpoint],
    [t('Active'), isChosen(form.active)],
    [t('Send changed submissions again'), isChosen(form.sendsChanges)],
    [t('Format'), form.format],
    [t('Sign-in'), form.auth === 'basic_auth' ? t('Username and password') : t('None')],
    [t('Username'), form.username],
    [t('Password'), '*'.repeat(form.password.length)],
    [t('Headers'), form.headers],
    [t('Questions'), form.fields],
    [t('Template of the body'), form.template],
  ];
}

export function readHookForm(body: Sent): HookForm {
  return {
    name: lineOf(body, 'name', 255),
    endpoint: lineOf(body, 'endpoint', 2_000),
    active: isChecked(body, 'active'),
    format: lineOf(body, 'format'),
    auth: lineOf(body, 'auth'),
    username: lineOf(body, 'username', 255),
    password: lineOf(body, 'password', 1_000),
    headers: lineOf(body, 'headers'),
    sendsChanges: isChecked(body, 'changes'),
    fields: lineOf(body, 'fields'),
    template: lineOf(body, 'template'),
  };
}

/** @throws InvalidError for fields that the service does not check */
export function hookInputOf(form: HookForm): NewHookInput {
  if (form.name === '') throw InvalidError.at('name', 'Enter a name.');
  return {
    name: form.name,
    endpoint: form.endpoint,
    active: form.active,
    exportType: PAYLOAD_FORMATS.find((format) => format === form.format) ?? 'json',
    authLevel: AUTH_LEVELS.find((level) => level === form.auth) ?? 'no_auth',
    sendsChanges: form.sendsChanges,
    settings: {
      custom_headers: Object.fromEntries(linesOf(form.headers).map(readHeader)),
      ...(form.username !== '' && { username: form.username }),
      ...(form.password !== '' && { password: form.password }),
    },
    subsetFields: linesOf(form.fields),
    payloadTemplate: form.template === '' ? null : form.template,
  };
}

function readHeader(line: string): [string, string] {
  const [, name, value] = /^([^:]+):(.*)$/.exec(line) ?? [];
  if (name === undefined) throw InvalidError.at('settings', 'Enter each header as `Name: value`.');
  return [name.trim(), value!.trim()];
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
