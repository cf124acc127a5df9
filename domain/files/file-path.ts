/** Path of a file or folder inside its record; `folder` is empty at the top. */
export function pathOfFile({ folder, name }: { folder: string; name: string }): string {
  return folder === '' ? name : `${folder}/${name}`;
}
