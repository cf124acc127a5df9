/** Ref callback: focuses a field that somebody has just added. */
export function takeFocus(field: HTMLElement | null): void {
  field?.focus();
}
