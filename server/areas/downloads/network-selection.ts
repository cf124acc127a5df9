/** Resolves a covariation network to the files behind its kME table or image: all of them, or a refusal. */
import { type createDownload, isImageType } from '@omicon/contract/areas/downloads.ts';
import type { BodyOf } from '@omicon/contract/base/endpoint.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { notFound } from '../../base/errors.ts';
import type { Db } from '../../base/postgres/database.ts';
import { omiconIdOf } from '../../records/lists/replies.ts';
import { kmeMissing } from '../../records/network/kme.ts';
import { refuseWithoutPermission, type Selection } from './selection.ts';
import {
  findSelectedNetwork,
  listSelectedFiles,
  listTablesOfNetwork,
  type SelectedNetwork,
} from './sql-files.ts';

type Body = BodyOf<typeof createDownload>;

export interface NetworkSelection extends Selection {
  covariation_network_id: number;
  input_data_set_id: number | null;
}

/** Every file whose content is in the download, unchanged or converted. */
async function filesShown(
  db: Db,
  type: Body['type'],
  network: SelectedNetwork & { kme_table_file_id: number; folder: string },
): Promise<number[]> {
  if (type === 'kme-table') return [network.kme_table_file_id];
  const tables = await listTablesOfNetwork(db, network);
  if (type === 'docker') return tables;
  if (network.analyte_file_id === null) throw notFound('input data set');
  return [...tables, network.analyte_file_id];
}

function nameImage(type: Body['type'], { number, version }: SelectedNetwork): string {
  return `omicon-${omiconIdOf('CN', number)}.V${version}-${type === 'docker' ? 'modules' : 'kme'}.tar`;
}

/**
 * Resolves a request for a network.
 * @throws PortalError 404 if the network or a file of the download is not visible; 403 if visible but not downloadable;
 * 503 while the kME is being computed
 */
export async function resolveNetwork(db: Db, principal: Principal, body: Body): Promise<NetworkSelection> {
  const { type, co_variation_network_id = 0, version } = body;
  const network = await findSelectedNetwork(db, principal, { number: co_variation_network_id, version });
  if (!network) throw notFound('covariation network');
  const { kme_table_file_id, folder } = network;
  if (kme_table_file_id === null || folder === null) throw await kmeMissing(db, network);
  const file_ids = await filesShown(db, type, { ...network, kme_table_file_id, folder });
  const files = await listSelectedFiles(db, principal, { file_ids, folders: [], limit: file_ids.length });
  if (files.length < file_ids.length) throw notFound('file');
  refuseWithoutPermission(principal, files, []);
  const [first] = files;
  return {
    files: files.map((file) => ({ ...file, path: file.name })),
    name: isImageType(type) || !first ? nameImage(type, network) : first.name,
    covariation_network_id: network.version_id,
    input_data_set_id: network.input_data_set_id,
  };
}
