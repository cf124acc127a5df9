/** Pages of the demo identity providers: plain forms without scripts, usable by keyboard. */
import { randomBytes } from 'node:crypto';
import type { DemoPerson } from './people.ts';

const STYLE = `
  :root { color-scheme: light dark; --text: #1d2426; --quiet: #59656a; --page: #f3f5f5; --card: #fff; --line: #7f8c90; --accent: #0f6e6e; --on-accent: #fff; --bad: #b3261e }
  @media (prefers-color-scheme: dark) { :root { --text: #e7ecec; --quiet: #a9b5b8; --page: #14191a; --card: #1d2426; --line: #6f7d81; --accent: #5cc4c0; --on-accent: #10201f; --bad: #ff9d94 } }
  * { box-sizing: border-box }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif }
  main { width: min(440px, calc(100vw - 32px)); margin: 16px 0; padding: 28px; background: var(--card); border: 1px solid color-mix(in srgb, var(--line) 40%, transparent); border-radius: 12px }
  h1 { margin: 0 0 4px; font-size: 20px; line-height: 1.3 }
  p { margin: 0 0 16px; color: var(--quiet) }
  fieldset { margin: 0 0 16px; padding: 0; border: 0 }
  legend, .name { padding: 0; margin-bottom: 6px; font-weight: 600 }
  .person { display: flex; gap: 12px; align-items: center; margin-bottom: 8px; padding: 10px 12px; border: 1px solid var(--line); border-radius: 8px; cursor: pointer }
  .person:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent) }
  .person small { display: block; color: var(--quiet); font-size: 13px }
  input[type=radio] { width: 18px; height: 18px; margin: 0; flex: none; accent-color: var(--accent) }
  .name { display: block }
  input[type=password] { width: 100%; height: 40px; padding: 0 12px; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 8px }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
  .person:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px }
  .person :focus-visible { outline: none }
  button { width: 100%; height: 42px; margin-top: 12px; font: inherit; font-weight: 600; border-radius: 8px; cursor: pointer; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent) }
  button.second { background: transparent; color: var(--text); border-color: var(--line); margin-top: 8px }
  [role=alert] { margin: 0 0 16px; color: var(--bad); font-weight: 600 }
`;

export interface Page {
  html: string;
  headers: Record<string, string>;
}

export function escapeHtml(text: string): string {
  const signs: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? '');
}

/** @param portalUrl final address of the form, for the content security policy: browsers check every redirect */
export function toPage(portalUrl: string, { title, content }: { title: string; content: string }): Page {
  const nonce = randomBytes(18).toString('base64url');
  return {
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style nonce="${nonce}">${STYLE}</style></head>
<body><main>${content}</main></body>
</html>`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; form-action 'self' ${new URL(portalUrl).origin}; base-uri 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  };
}

function personChoice(
  { subject, given_name, family_name, email, about }: DemoPerson,
  isChosen: boolean,
): string {
  const lines = [about, email]
    .filter((line) => line !== undefined)
    .map((line) => `<small>${escapeHtml(line)}</small>`);
  return `<label class="person"><input type="radio" name="subject" value="${escapeHtml(subject)}"${isChosen ? ' checked' : ''} required>
<span>${escapeHtml(`${given_name} ${family_name}`)}${lines.join('')}</span></label>`;
}

interface Choice {
  title: string;
  people: readonly DemoPerson[];
  /** the selected person, after a wrong password */
  chosen: string | null;
}

export function choiceOfPeople({ title, people, chosen }: Choice): string {
  const first = people[0]?.subject ?? null;
  return `<h1>${escapeHtml(title)}</h1>
<p>This provider belongs to the demo and runs on this machine only.</p>
${chosen === null ? '' : '<p role="alert">This is not the password of the demo accounts.</p>'}
<form method="post">
<fieldset><legend>Who are you?</legend>${people.map((person) => personChoice(person, person.subject === (chosen ?? first))).join('')}</fieldset>
<label><span class="name">Password of the demo accounts</span><input type="password" name="password" autocomplete="current-password" autofocus></label>
<button name="answer" value="sign in">Sign in</button>
<button class="second" name="answer" value="cancel">Cancel</button>
</form>`;
}

/** @param form made by the library, with its own secret */
export function signOutQuestion(title: string, form: string): string {
  return `<h1>${escapeHtml(title)}</h1><p>Do you want to sign out here too?</p>${form}
<button type="submit" form="op.logoutForm" value="yes" name="logout" autofocus>Yes, sign me out</button>
<button class="second" type="submit" form="op.logoutForm">No, stay signed in</button>`;
}

export function signedOut(title: string): string {
  return `<h1>${escapeHtml(title)}</h1><p>You are signed out. You can close this window.</p>`;
}

export function failure(title: string, sentence: string): string {
  return `<h1>${escapeHtml(title)}</h1><p role="alert">${escapeHtml(sentence)}</p>
<p>Please close this window and begin again in the portal.</p>`;
}
