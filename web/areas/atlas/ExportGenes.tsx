import { Menu } from '@mantine/core';
import {
  exportMetaModules,
  META_MODULE_FORMATS,
  type MetaModuleFormat,
} from '@omicon/contract/areas/analyses/atlas.ts';
import { callAddress } from '@omicon/contract/base/call-address.ts';
import { useDownload } from '../../actions/download/use-download.ts';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';

const TITLES: Readonly<Record<MetaModuleFormat, string>> = {
  gmt: 'Gene sets as GMT',
  tsv: 'Table with kME as TSV',
  parquet: 'Table with kME as Parquet',
};

/**
 * Menu to download consensus genes.
 * @param metaModule whose; by default of all of the atlas
 */
export function ExportGenes({ metaModule }: { metaModule?: { id: number; omicon_id: string } }) {
  const { isOffered, download } = useDownload(exportMetaModules.permission);
  if (!isOffered) return null;
  const take = (format: MetaModuleFormat) =>
    download(
      callAddress(exportMetaModules.path, { query: { format, id: metaModule?.id } }),
      `${metaModule?.omicon_id ?? 'atlas'}.${format}`,
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <SecondaryButton>Export genes</SecondaryButton>
      </Menu.Target>
      <Menu.Dropdown>
        {META_MODULE_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => take(format)}>
            {TITLES[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
