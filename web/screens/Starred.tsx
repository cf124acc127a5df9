import { StarredGrid } from '../areas/starred/StarredGrid.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';

/** `/home/starred` */
export function Starred() {
  return (
    <>
      <PageTitle title="Starred" />
      <StarredGrid />
    </>
  );
}
