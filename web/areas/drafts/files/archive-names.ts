/** What a zip archive is for, by the names of its files. */

/** The list of files is at the end of an archive: this much of it names some 10,000 files. */
const TAIL_BYTES = 1024 * 1024;
const STUDY =
  /_series_matrix\.txt|_family\.soft|\.soft\.gz|meta_study\.txt|data_clinical|data_mrna|raw_counts|ReadsPerGene|quant\.sf|\.gct/i;
const LABORATORY = /_makeDC_|_makeFM_|_(?:DC|DS|project)_?\w*attributes\.csv/i;

/**
 * Whether a file is an archive to import as it is: a zip with a folder as the laboratory’s pipeline writes it, or of
 * which nothing says that it is a study in another form.
 */
export async function isArchiveOfLaboratory(file: File): Promise<boolean> {
  if (!/\.zip$/i.test(file.name)) return false;
  const tail = await file.slice(Math.max(0, file.size - TAIL_BYTES)).text();
  return LABORATORY.test(tail) || !STUDY.test(tail);
}
