import { PROGRAMS } from './programs.ts';

/** Splits a table kept as text, which is more readable than a thousand quoted strings. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Well-known human genes outside the planted programs; the sample queries name the first ones. */
const OTHER_GENES = words(`
  IDH1 IDH2 TP53 ATRX TERT MGMT MALAT1 XIST NEAT1 MEG3 H19 HOTAIR GAPDH ACTB TUBB TUBA1A TUBA1B PPIA HPRT1
  TBP UBC YWHAZ POLR2A SDHAF2 PGAM1 TPI1 GPX1 GPX4 SOD1 SOD2 CAT PRDX1 PRDX2 TXN TXNRD1 NFE2L2 KEAP1 HMOX1
  NQO1 G6PD TKT TALDO1 PKM FASN ACACA SCD CPT1A ACADM HADHA CS ACO2 FH MDH1 MDH2 OGDH DLST SUCLG1 PC PCK2
  GLS GLUD1 PSAT1 PHGDH SHMT2 MTHFD2 TYMP DHFR ODC1 SAT1 MYC MYCN MAX MXD1 RB1 E2F1 E2F3 CCND1 CCND2 CCNE1
  CDK2 CDK4 CDKN1A CDKN1B CDKN2A CDKN2C MDM2 MDM4 ATM ATR CHEK1 CHEK2 BRCA1 BRCA2 PALB2 RAD51 MLH1 MSH2
  MSH6 PARP1 TP53BP1 KRAS NRAS HRAS RAF1 MAP2K1 MAPK1 MAPK3 NF1 NF2 PIK3CA PIK3R1 AKT1 AKT3 TSC1 TSC2
  RPTOR RICTOR STK11 SMAD2 SMAD3 SMAD4 TGFBR1 TGFBR2 BMP4 BMPR1A CTNNB1 APC AXIN1 AXIN2 LEF1 GSK3B WNT5A
  FZD1 LRP6 DVL1 PTCH1 GLI1 GLI2 JAG1 DLL1 RBPJ MAML1 STAT3 STAT5A JAK1 JAK2 IL6 IL6R TNF NFKB1 RELA IKBKB
  TRAF2 CASP3 CASP8 BCL2 BCL2L1 MCL1 BID BAK1 XIAP FADD FAS TNFRSF10B HDAC1 HDAC2 HDAC3 DNMT1 DNMT3A
  DNMT3B TET2 TET3 KMT2A KMT2D KDM6A SETD2 BRD4 CREBBP EP300 CTCF SMARCA4 SMARCB1 ARID1B H3-3A HIF1A EPAS1
  ARNT VHL ITGB1 ITGAV CDH1 CTNND1 FLNA ACTN4 MYH9 RHOA ROCK1 ROCK2 WASL PFN1 CFL1 LMNA LMNB1 KPNB1 XPO1
  RAN NUP98 POLR1A TAF1 MED12 CCNT1 ELAVL1 FUS TARDBP EWSR1 DICER1 DROSHA AGO2 XRN1 EIF4E EIF4G1 EIF2S1
  HSF1 UBE3A CUL3 FBXW7 SKP2 VCP SQSTM1 BECN1 ATG5 ATG7 LAMP1 LAMP2 TFEB CTSB CTSD GBA1 NPC1 APP PSEN1
  MAPT SNCA LRRK2 HTT FMR1 MECP2 GRN SCN1A KCNJ10 CACNA1A TRPV1
`);

/** At most this share of the features belongs to planted programs; the rest is background for the modules. */
const PLANTED_SHARE = 0.78;

/** Genes of all programs, best known first, with the same share of each program. */
function plantedGenes(): string[] {
  return PROGRAMS.flatMap(({ genes }) => genes.map((gene, rank) => ({ gene, position: rank / genes.length })))
    .sort((a, b) => a.position - b.position)
    .map(({ gene }) => gene);
}

/**
 * Gene symbols measured by the demo laboratory, ascending. Features beyond the known genes, which benchmarks need, have
 * names that cannot be mistaken for genes.
 * @param count of features; below about 500 the programs have too few genes each to become modules
 */
export function measuredGenes(count: number): string[] {
  const planted = plantedGenes();
  const share = Math.max(Math.round(count * PLANTED_SHARE), count - OTHER_GENES.length);
  const chosen = planted.slice(0, share);
  const others = OTHER_GENES.slice(0, count - chosen.length);
  const surplus = Math.max(0, count - chosen.length - others.length);
  const invented = Array.from(
    { length: surplus },
    (_, index) => `DEMO_FEATURE_${String(index + 1).padStart(5, '0')}`,
  );
  return [...chosen, ...others].sort().concat(invented);
}
