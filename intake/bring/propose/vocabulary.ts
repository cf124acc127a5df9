/**
 * The laboratory's names for what repositories call a property of samples.
 * @source names of the laboratory: `domain/records/samples/sample-attributes.ts` and the attributes that a new portal has
 * @source names of repositories: GEO sample characteristics, NCBI BioSample attributes, GDC data dictionary (demographic,
 * diagnosis, follow_up), cBioPortal clinical data, MAGE-TAB characteristics
 */
import { ATTRIBUTE_ROLES, type AttributeRole } from '@omicon/domain/data-map/data-map.ts';

export interface KnownAttribute {
  name: string;
  role: AttributeRole | null;
}

/** Keys by the name of the laboratory. */
const NAMES: Readonly<Record<string, string>> = {
  Sex: 'sex gender patient_sex patient_gender donor_sex subject_sex biological_sex',
  Age: 'age age_years age_yrs age_in_years age_at_diagnosis diagnosis_age age_yr age_y patient_age donor_age subject_age age_at_initial_pathologic_diagnosis age_at_sampling age_at_surgery',
  Organism: 'organism species scientific_name organism_name',
  NCBITAXON_ID: 'taxid tax_id ncbi_taxon_id organism_taxid',
  Tissue:
    'tissue organism_part tissue_source organ brain_region body_site anatomic_site anatomical_site tissue_region tissue_of_origin',
  Disease:
    'disease disease_state diagnosis disease_status clinical_diagnosis cancer_type histological_diagnosis primary_diagnosis pathology_diagnosis',
  Sample_Type: 'sample_type tissue_type specimen_type sample_kind tissue_status',
  Tumor_Grade: 'tumor_grade tumour_grade grade histological_grade neoplasm_histologic_grade who_grade',
  Tumor_Stage: 'tumor_stage tumour_stage stage ajcc_stage pathologic_stage ajcc_pathologic_tumor_stage',
  Tumor_Occurrence: 'tumor_occurrence recurrence_status primary_or_recurrent tumor_recurrence',
  Developmental_Epoch:
    'developmental_epoch developmental_stage development_stage dev_stage age_group life_stage',
  KPSI: 'kpsi kps karnofsky karnofsky_score karnofsky_performance_status karnofsky_performance_score',
  Neoadjuvant_Treatment: 'neoadjuvant_treatment neoadjuvant_therapy history_of_neoadjuvant_treatment',
  CIMP_Status: 'cimp_status cimp gcimp_status g_cimp_status g_cimp',
  MGMT_Status: 'mgmt_status mgmt mgmt_methylation mgmt_promoter_status mgmt_promoter_methylation',
  IDH1_Mut: 'idh1_mutation idh1_status idh1_mut idh1',
  IDH2_Mut: 'idh2_mutation idh2_status idh2_mut idh2',
  Sample_Preservation: 'sample_preservation preservation preservation_method sample_preparation',
  Sampling_Strategy: 'sampling_strategy sampling_method',
  Strain: 'strain mouse_strain background_strain strain_background genetic_background',
  Genotype: 'genotype genotype_variation genotype_variety',
  Treatment: 'treatment treated_with compound drug agent stimulus stimulation',
  Dose: 'dose dosage concentration',
  Time_Point: 'time_point timepoint time hours days_after_treatment',
  Cell_Line: 'cell_line cellline cell_line_name',
  Cell_Type: 'cell_type celltype',
  Ethnicity: 'ethnicity ethnic_group',
  Race: 'race',
  Subtype: 'subtype molecular_subtype',
  Source_Name: 'source_name source_name_ch1',
  Original_Label: 'original_label',
};

const ROLES: Readonly<Record<AttributeRole, string>> = {
  batch:
    'batch batch_id batch_number plate plate_id run run_id center centre site_of_processing processing_batch sequencing_batch array_batch scan_batch hybridization_batch lane chip chip_id',
  individual:
    'individual individual_id patient patient_id patient_number subject subject_id donor donor_id participant participant_id case_id bcr_patient_barcode animal_id mouse_id patient_identifier subject_identifier',
  time: 'os_months os_days os_time os_years overall_survival overall_survival_months overall_survival_days overall_survival_time overall_survival_years survival survival_time survival_months survival_days survival_years pfs_months dfs_months pfs_days dfs_days dss_months dss_days pfs_time dfs_time pfi_time dfi_time dss_time rfs_months rfs_days rfs_time disease_free_survival_months progression_free_survival_months disease_specific_survival_months relapse_free_survival_months recurrence_free_survival_months follow_up_time follow_up_months days_to_last_follow_up',
  event:
    'os_status os_event os overall_survival_status overall_survival_event vital_status death event survival_status pfs_event dfs_event dss_event rfs_event disease_free_survival_status progression_free_survival_status disease_specific_survival_status relapse_free_survival_status recurrence_free_survival_status disease_free_status progression_free_status pfs_status dfs_status dss_status rfs_status pfi dfi dss dead deceased survival_event',
};

/** Names of the laboratory for roles that have one. */
const ROLE_NAMES: Readonly<Partial<Record<AttributeRole, string>>> = {
  batch: 'Batch',
  individual: 'Individual',
};

const KNOWN: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([name, keys]) => keys.split(' ').map((key) => [key, name] as const)),
);

const ROLE_OF: ReadonlyMap<string, AttributeRole> = new Map(
  ATTRIBUTE_ROLES.flatMap((role) => ROLES[role].split(' ').map((key) => [key, role] as const)),
);

/** Longer titles are cut in names. */
const MAX_NAME_LENGTH = 100;

/** `Characteristics [disease state]`, `disease state (ch1)` and `DISEASE_STATE` have the key disease_state. */
export function attributeKey(column: string): string {
  const key = column
    .slice(0, 500)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
  return key.replace(/^(?:characteristics(?:_ch1)?|comment|factor_?value)_(?=.)/, '').replace(/_ch1$/, '');
}

/** A title as the laboratory writes names: blanks and marks as underscores, a capital first letter. */
export function plainAttributeName(column: string): string {
  const plain = column
    .slice(0, 500)
    .replace(/[^\p{L}\p{N}.+%-]+/gu, '_')
    .replace(/^_|_$/g, '')
    .slice(0, MAX_NAME_LENGTH);
  return plain === '' ? 'Attribute' : plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Name and role of a column of a sheet: by the vocabulary, else the title with underscores and a capital letter. */
export function knownAttribute(column: string): KnownAttribute {
  const key = attributeKey(column);
  const role = ROLE_OF.get(key) ?? null;
  const name = KNOWN.get(key) ?? (role === null ? undefined : ROLE_NAMES[role]);
  return { name: name ?? plainAttributeName(column), role };
}
