/** What GEO says of a series, whether in a series matrix or in SOFT. */
import { countOf } from '@omicon/domain/records/count-of.ts';
import type { About } from '../../study.ts';
import { emptyAbout, type Note, remark } from '../tables/study-parts.ts';
import type { GeoSample } from './geo-samples.ts';

const MAX_NOTES_LENGTH = 2000;
const MAX_TEXT_LENGTH = 500;

/** Lines of a series by their name without `!Series_`. */
type GeoLines = ReadonlyMap<string, readonly string[]>;

/** Technology and analyte by the type of study that GEO states. */
function kindOfStudy(type: string): { technology: string; analyte: string } {
  const isArray = /by (?:tiling |genome tiling |SNP )?array|by RT-PCR/i.test(type);
  const isSequencing = /high throughput sequencing/i.test(type);
  const isExpression = /^expression profiling/i.test(type);
  const isMethylation = /^methylation profiling/i.test(type);
  const sequencing = isExpression || /^non-coding rna/i.test(type) ? 'RNA-seq' : 'Sequencing';
  const array = isArray ? 'Microarray' : '';
  const analyte = isMethylation ? 'DNA methylation' : isExpression ? 'mRNA' : '';
  return { technology: isSequencing ? sequencing : array, analyte };
}

/**
 * `Woetzel 2014 GSE55235`, as collections are named: first contributor, year in which the series became public, and
 * accession; null if the series lacks one of them.
 */
function nameOfSeries(series: GeoLines, accession: string): string | null {
  const [contributor = ''] = series.get('contributor') ?? [];
  const family = contributor.slice(contributor.lastIndexOf(',') + 1).trim();
  const [year] = /\b(?:19|20)\d\d\b/.exec(series.get('status')?.[0] ?? '') ?? [];
  if (family === '' || family.length > 40 || year === undefined || accession === '') return null;
  return `${family} ${year} ${accession}`;
}

export function aboutSeries(
  file: string,
  series: GeoLines,
  samples: readonly GeoSample[],
): { about: About; notes: Note[] } {
  const one = (name: string) => (series.get(name)?.[0] ?? '').slice(0, MAX_TEXT_LENGTH);
  const organism = mostFrequent(valuesOf(samples, 'organism_ch1'));
  const platform = mostFrequent(valuesOf(samples, 'platform_id'));
  const ofSeries = new Set(valuesOf(samples, 'series_id'));
  const [onlySeries = ''] = ofSeries.size === 1 ? ofSeries : [];
  const accession = one('geo_accession') || onlySeries;
  const name = nameOfSeries(series, accession);
  const about = emptyAbout({
    title: name ?? one('title'),
    accession,
    source: 'GEO',
    pubmed_id: one('pubmed_id'),
    organism: organism.value || one('sample_organism') || one('platform_organism'),
    ...kindOfStudy(one('type')),
    platform: platform.value || one('platform_id'),
    // What the title was, where it is not the name.
    notes: [...(name === null ? [] : [one('title')]), ...(series.get('overall_design') ?? [])]
      .join('\n')
      .slice(0, MAX_NOTES_LENGTH),
  });
  const notes =
    organism.others === 0
      ? []
      : [remark(file, `${countOf(organism.others, 'sample')} of another organism than ${organism.value}.`)];
  return { about, notes };
}

export function valuesOf(samples: readonly GeoSample[], name: string): string[] {
  return samples.flatMap(({ lines }) => {
    const found = lines.find((line) => line.name === name)?.value.trim();
    return found === undefined || found === '' ? [] : [found];
  });
}

/** The most frequent value, '' without values, and how many values are others. */
function mostFrequent(values: readonly string[]): { value: string; others: number } {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [value = '', count = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  return { value, others: values.length - count };
}

/** ", platform GPL96" or ", platforms GPL96 and GPL97"; '' without any. */
export function platformPhrase(platforms: readonly string[]): string {
  const distinct = [...new Set(platforms.filter((platform) => platform !== ''))];
  if (distinct.length === 0) return '';
  return `, ${distinct.length === 1 ? 'platform' : 'platforms'} ${distinct.join(' and ')}`;
}
