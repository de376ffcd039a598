import type { PendingMethod } from '../../modules/mfa/mfa-enrolment.service';
import { formField } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { html, type Html } from '../page/html';
import type { Visitor } from '../page/visitor';
import { qrCode } from '../page/qr-code';

/** Name of this service in authenticator apps. */
export function issuerOf({ origin }: Pick<Visitor, 'origin'>): string {
  return new URL(origin).hostname;
}

/** Shows the key of an authenticator, which is shown once. */
export function enrolmentSteps({ secret, uri }: PendingMethod): Html {
  return html`<ol>
      <li>Install an authenticator app on your phone, if you have none.</li>
      <li>Scan this code with the app, or type the key into it.</li>
      <li>Enter the six digits that the app shows.</li>
    </ol>
    ${qrCode(uri, 'QR code of the key below')}
    <code class="secret" id="key">${secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
    <p class="hint">The key is shown once. Do not share it: it is as secret as your password.</p>`;
}

export function codeField(errors: FormErrors | undefined, { hint }: { hint?: string } = {}): Html {
  return formField(
    {
      name: 'code',
      label: 'Code',
      autocomplete: 'one-time-code',
      autofocus: true,
      ...(hint !== undefined && { hint }),
    },
    errors,
  );
}

/** The only page that contains the recovery codes. */
export function recoveryCodeList(codes: readonly string[]): Html {
  return html`<p>
      Each of these codes replaces a code of the app once, for example when your phone is lost. They are
      <strong>not shown again</strong>: print them, or store them in a password manager.
    </p>
    <pre class="secret" id="recovery-codes">${codes.join('\n')}</pre>
    <p class="hint" id="copy-status" role="status"></p>
    <div class="buttons">
      <button type="button" class="quiet" data-copy="recovery-codes" data-status="copy-status" hidden>
        Copy
      </button>
    </div>`;
}
