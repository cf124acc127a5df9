/**
 * Texts of the mails. They never contain user input (names, institution), because a mail to an unverified address must
 * not carry text of strangers.
 */
import type { Config } from '../../config.ts';

type Text = { subject: string; body: string };

/** Links use the configured address, never the Host header of the request. */
function addressOf({ publicUrl }: Config, path: string, token?: string): string {
  const address = `${publicUrl.replace(/\/+$/, '')}${path}`;
  return token === undefined ? address : `${address}?token=${token}`;
}

function write(subject: string, ...lines: string[]): Text {
  return { subject, body: `Hello,\n\n${lines.join('\n\n')}\n\nOmicon\n` };
}

export function verificationMail(config: Config, token: string): Text {
  return write(
    'Confirm your e-mail address for Omicon',
    'somebody, probably you, made an account in Omicon with this address. Please confirm the address within 24 hours:',
    addressOf(config, '/user-verification', token),
    'If it was not you, there is nothing to do: without the confirmation the account cannot be used.',
  );
}

export function takenAddressMail(config: Config, username: string): Text {
  return write(
    'Somebody tried to make an Omicon account with your address',
    `somebody, perhaps you, tried to make an account in Omicon with this address. You have one already; your user name is ${username}. Nothing was changed.`,
    `To sign in, or to choose a new password, which confirms the address as well: ${addressOf(config, '/login')}`,
  );
}

export function resetMail(config: Config, { token, username }: { token: string; username: string }): Text {
  return write(
    'Choose a new password for Omicon',
    `somebody, probably you, asked to choose a new password for Omicon. Your user name is ${username}. This link works once, within 30 minutes:`,
    addressOf(config, '/reset-password', token),
    'If it was not you, there is nothing to do: your password stays as it is.',
  );
}

export function passwordChangedMail(config: Config): Text {
  return write(
    'Your Omicon password was changed',
    'a new password was set for your account in Omicon, and every sign-in and token for scripts was ended.',
    `If it was not you, ask for a new password at once and tell your laboratory: ${addressOf(config, '/login')}`,
  );
}

export function codeMail(code: string): Text {
  return write(
    'Your verification code for Omicon',
    codeText(code),
    'If you did not ask for it, there is nothing to do.',
  );
}

/** Also the whole text message. */
export function codeText(code: string): string {
  return `Your Omicon verification code is ${code}. It works once, within 10 minutes, in the browser that asked for it.`;
}
