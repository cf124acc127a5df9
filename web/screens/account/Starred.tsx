import { StarredGrid } from '../../areas/starred/StarredGrid.tsx';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';

/** `/home/starred` */
export function Starred() {
  return (
    <OnlyWith
      access="STARRED_CREATE"
      title="Starred"
      refusal="Guests have no starred records"
      hint="Register to keep a list of starred records."
    >
      <PageTitle title="Starred" />
      <StarredGrid />
    </OnlyWith>
  );
}
