import type { RoutePath } from '@omicon/routes/routes.ts';
import { useParams } from '@tanstack/react-router';

type NameIn<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | NameIn<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never;

/**
 * Parts of the address by their names in the path, decoded.
 * @param path of the screen that calls it; it names the parts, which are the same on every screen that is open
 */
export function usePathParts<P extends RoutePath>(path: P): Readonly<Record<NameIn<P>, string>> {
  return useParams({ from: path });
}
