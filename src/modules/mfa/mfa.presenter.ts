import { MFA_METHOD } from '../../domain/account/mfa';
import { wireDate } from '../../domain/text/wire-date';
import type { MfaStatus } from './mfa-enrolment.service';

/** A list without pages, as KoboToolbox has it; empty before the first enrolment. */
export function presentMfaMethods({ method }: MfaStatus) {
  if (method === undefined) return [];
  return [
    {
      name: MFA_METHOD,
      is_primary: true,
      is_active: method.isActive,
      date_created: wireDate(method.dateCreated),
      date_modified: wireDate(method.dateModified),
      date_disabled: method.dateDisabled === null ? null : wireDate(method.dateDisabled),
    },
  ];
}

export function presentRecoveryCodes(codes: readonly string[]) {
  return { backup_codes: codes };
}

export function presentUserMfa({ method, isRequired, recoveryCodesLeft }: MfaStatus) {
  return {
    is_active: method?.isActive === true,
    is_required: isRequired,
    recovery_codes_left: recoveryCodesLeft,
  };
}
