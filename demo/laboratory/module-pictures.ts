import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import type { SparseJoins } from '@omicon/domain/pipeline/branches/sparse-linkage.ts';
import type { CovariationModule } from '@omicon/domain/pipeline/networks/find-network.ts';
import { type FeatureMatrix, featureValues } from '@omicon/domain/statistics/matrix.ts';
import { standardise } from '@omicon/domain/statistics/moments.ts';
import { type Join, leafOrder, type Tree } from '@omicon/domain/statistics/samples/linkage.ts';
import { significant } from '@omicon/pipeline/files/csv.ts';
import type { NetworkColumn } from '@omicon/pipeline/files/network-tables.ts';
import type { WrittenEnrichment } from '@omicon/pipeline/files/write-network.ts';
import type { ComputedNetwork } from '@omicon/pipeline/run/compute-network.ts';
import {
  BLUE,
  type Drawing,
  drawBars,
  drawHeading,
  drawHeatMap,
  drawHeatMapKey,
  drawLabel,
  drawNamedBar,
  drawPdf,
  drawRule,
  ORANGE,
  PAGE,
} from '../kit/pictures.ts';

/** Maximum number of features in a heat map: beyond it, their names are not legible. */
const MAX_ROWS = 40;
const TOP_GENES = 15;

/** Labels for the pictures of one analysis: symbols of the features that vary, and the date of the files. */
export interface PictureNames {
  symbols: readonly string[];
  day: string;
}

/** Seeds by descending kME, the most central first. */
function byKme({ seeds, kmes }: CovariationModule): number[] {
  return [...seeds].sort((a, b) => numberAt(kmes, b) - numberAt(kmes, a) || a - b);
}

function drawTopGenes(doc: Drawing, covariationModule: CovariationModule, symbols: readonly string[]): void {
  const { kmes } = covariationModule;
  const top = [...kmes.keys()]
    .sort((a, b) => numberAt(kmes, b) - numberAt(kmes, a) || a - b)
    .slice(0, TOP_GENES);
  drawLabel(doc, `Top ${top.length} genes by kME`, { x: PAGE.margin, y: 446, size: 8 });
  top.forEach((feature, rank) => {
    const x = PAGE.margin + Math.floor(rank / 5) * 145;
    const y = 462 + (rank % 5) * 15;
    const kme = numberAt(kmes, feature);
    drawLabel(doc, symbols[feature] ?? '', { x, y });
    doc
      .rect(x + 62, y, 44 * Math.max(0, kme), 6)
      .fillColor(BLUE)
      .fill();
    drawLabel(doc, kme.toFixed(3), { x: x + 110, y, size: 6, isFaint: true });
  });
}

function drawModule(
  doc: Drawing,
  covariationModule: CovariationModule,
  { name, matrix, names }: { name: string; matrix: FeatureMatrix; names: PictureNames },
): void {
  const { colour, seeds, values, varianceExplained } = covariationModule;
  const shown = byKme(covariationModule).slice(0, MAX_ROWS);
  const count = shown.length < seeds.length ? `${shown.length} of ${seeds.length}` : `${seeds.length}`;
  drawHeading(
    doc,
    `Module ${colour}`,
    `${name}: ${count} seed features x ${values.length} samples, PC1 explains ${(100 * varianceExplained).toFixed(1)} %`,
  );
  const box = { x: PAGE.margin, y: 62, width: 370, height: 280 };
  const rows = shown.map((feature) => standardise(featureValues(matrix, feature)));
  drawHeatMap(doc, rows, box);
  drawHeatMapKey(doc, { x: 310, y: 350 });
  const step = box.height / shown.length;
  shown.forEach((feature, row) => {
    const y = box.y + row * step + step / 2 - 3;
    drawLabel(doc, names.symbols[feature] ?? '', { x: box.x + box.width + 6, y, size: 6 });
  });
  drawLabel(doc, 'Module eigengene', { x: PAGE.margin, y: 350, size: 8 });
  drawBars(doc, values, { x: PAGE.margin, y: 364, width: box.width, height: 66 });
  drawTopGenes(doc, covariationModule, names.symbols);
}

/** Modules_<t>.pdf: one page per module in the order of the network's files, so that pages number the modules. */
export function drawModules(
  { network, column: { name } }: ComputedNetwork,
  matrix: FeatureMatrix,
  names: PictureNames,
): Promise<Buffer> {
  return drawPdf({ title: name, day: names.day }, (doc) => {
    network.modules.forEach((covariationModule, page) => {
      if (page > 0) doc.addPage();
      drawModule(doc, covariationModule, { name, matrix, names });
    });
  });
}

const BEST_SETS = 30;

/** Enrichment picture: the best gene sets of a definition with their best module, by -log10 P. */
export function drawEnrichment(
  { network, column }: ComputedNetwork,
  { definition, rows, day }: Pick<WrittenEnrichment, 'definition' | 'rows'> & { day: string },
): Promise<Buffer> {
  const best = rows
    .map(({ geneSet, pValues }) => {
      const pValue = Math.min(...pValues);
      return { name: geneSet.name, pValue, colour: network.modules[pValues.indexOf(pValue)]?.colour ?? '' };
    })
    .sort((a, b) => a.pValue - b.pValue || (a.name < b.name ? -1 : 1))
    .slice(0, BEST_SETS);
  const longest = -Math.log10(best[0]?.pValue ?? 1) || 1;
  return drawPdf({ title: `${column.name} ${definition}`, day }, (doc) => {
    drawHeading(doc, `Enrichment, ${definition}`, `${column.name}: best module of each gene set, -log10 P`);
    best.forEach(({ name, pValue, colour }, index) => {
      const share = -Math.log10(pValue) / longest;
      const text = `${significant(-Math.log10(pValue), 3)}  ${colour}`;
      const box = { x: 210, y: 66 + index * 15.6, width: 190, height: 12 };
      drawNamedBar(doc, { name, text, share, colour: BLUE }, box);
    });
    if (best.length === 0) drawLabel(doc, 'No gene set overlaps a module.', { x: PAGE.margin, y: 70 });
  });
}

/** The tree of all joins, each of which names its branches by their smallest feature. */
function treeOf({ featureCount, left, right, similarities }: SparseJoins): Tree {
  const branchOf = Uint32Array.from({ length: featureCount }, (_, feature) => feature);
  const joins = Array.from(similarities, (similarity, index): Join => {
    const [kept, gone] = [numberAt(left, index), numberAt(right, index)];
    const join = {
      left: numberAt(branchOf, kept),
      right: numberAt(branchOf, gone),
      height: 1 - similarity,
    };
    branchOf[kept] = featureCount + index;
    return join;
  });
  return { leafCount: featureCount, joins };
}

/** Coordinates of each branch of a tree: horizontal by its leaves, vertical by its height. */
function branchPositions(tree: Tree): { across: Float64Array; height: Float64Array } {
  const across = new Float64Array(tree.leafCount + tree.joins.length);
  const height = new Float64Array(across.length);
  leafOrder(tree).forEach((leaf, position) => {
    across[leaf] = (position + 0.5) / tree.leafCount;
  });
  tree.joins.forEach((join, index) => {
    const branch = tree.leafCount + index;
    across[branch] = (numberAt(across, join.left) + numberAt(across, join.right)) / 2;
    height[branch] = join.height;
  });
  return { across, height };
}

/**
 * Dendrogram of all features, with the height at which each network was cut.
 * @param allJoins down to the lowest similarity
 */
export function drawDendrogram(
  allJoins: SparseJoins,
  { networks, title, day }: { networks: readonly NetworkColumn[]; title: string; day: string },
): Promise<Buffer> {
  const tree = treeOf(allJoins);
  const { across, height } = branchPositions(tree);
  const top = tree.joins.at(-1)?.height ?? 1;
  const box = { x: PAGE.margin + 24, y: 70, width: 360, height: 440 };
  const xOf = (branch: number): number => box.x + numberAt(across, branch) * box.width;
  const yOf = (level: number): number => box.y + box.height * (1 - level / top);
  return drawPdf({ title, day }, (doc) => {
    drawHeading(doc, title, `Complete linkage on 1 - bicor, ${tree.leafCount} features; lines show the cuts`);
    for (const { left, right, height: level } of tree.joins) {
      doc.moveTo(xOf(left), yOf(numberAt(height, left))).lineTo(xOf(left), yOf(level));
      doc.lineTo(xOf(right), yOf(level)).lineTo(xOf(right), yOf(numberAt(height, right)));
    }
    doc.lineWidth(0.3).strokeColor(BLUE).stroke();
    for (let level = 0; level <= top; level += 0.25) {
      drawLabel(doc, level.toFixed(2), {
        x: box.x - 6,
        y: yOf(level) - 3,
        size: 6,
        isFaint: true,
        endsAt: true,
      });
    }
    for (const { threshold, relative } of networks) {
      const y = yOf(1 - threshold);
      doc
        .moveTo(box.x, y)
        .lineTo(box.x + box.width, y)
        .lineWidth(0.6)
        .strokeColor(ORANGE)
        .stroke();
      drawLabel(doc, `${relative} (${significant(threshold, 3)})`, {
        x: box.x + box.width + 4,
        y: y - 3,
        size: 6,
      });
    }
  });
}

/** Picture of the network statistics: modules and seed members of every network. */
export function drawNetworkStatistics(
  networks: readonly NetworkColumn[],
  { title, day }: { title: string; day: string },
): Promise<Buffer> {
  const mostModules = Math.max(1, ...networks.map(({ finalModules }) => finalModules));
  const mostMembers = Math.max(1, ...networks.map(({ members }) => members));
  return drawPdf({ title, day }, (doc) => {
    drawHeading(doc, title, 'Modules (blue) and features in modules (orange) of every network');
    networks.forEach(({ relative, minSize, finalModules, members }, index) => {
      const y = 76 + index * 40;
      const name = `relative threshold ${relative}, minimum size ${minSize}`;
      const box = { x: 200, y, width: 220, height: 13 };
      drawNamedBar(
        doc,
        { name, text: `${finalModules} modules`, share: finalModules / mostModules, colour: BLUE },
        box,
      );
      const below = { ...box, y: y + 13 };
      drawNamedBar(
        doc,
        { name: '', text: `${members} features`, share: members / mostMembers, colour: ORANGE },
        below,
      );
      drawRule(doc, [PAGE.margin, y + 33], [PAGE.width - PAGE.margin, y + 33]);
    });
  });
}
