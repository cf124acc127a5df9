import {
  ADVANCED_SEARCH,
  ATLAS,
  EXPLORE,
  enrichedModulesAddress,
  expressionAddress,
  geneAddress,
  moduleAddress,
  networkAddress,
  samplesByAddress,
} from '@omicon/contract/addresses.ts';
import type { getPublicContents } from '@omicon/contract/areas/operations.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';

interface ExampleQuestion {
  question: string;
  address: string;
}

/** Questions to begin with that the public records answer, for the landing page and the home page. None without data. */
export function exampleQuestions({
  data_sets,
  networks,
  examples: { gene, groups, module, network, sample_rules, has_microglia },
}: Pick<ReplyOf<typeof getPublicContents>, 'data_sets' | 'networks' | 'examples'>): ExampleQuestion[] {
  if (data_sets === 0) return [];
  const questions: (ExampleQuestion | null)[] = [
    // A signal of one network does not recur.
    networks > 1 ? { question: 'What recurs in these data? The atlas of signals', address: ATLAS } : null,
    gene && {
      question: `Which modules contain ${gene}, and what are they about?`,
      address: geneAddress(gene),
    },
    gene && {
      question: `How does ${gene} differ between groups of samples?`,
      address: groups === null ? geneAddress(gene, 'expression') : expressionAddress(gene, groups),
    },
    network && { question: 'Which modules hold a list of genes?', address: EXPLORE },
    has_microglia
      ? {
          question: 'Which modules are enriched in microglia genes?',
          address: enrichedModulesAddress('microglia'),
        }
      : null,
    network && {
      question: 'Which modules of a network follow a trait, and not the batch?',
      address: networkAddress(network.analysis_id, network.id, null, 'traits'),
    },
    module && { question: 'What does a module look like over its samples?', address: moduleAddress(module) },
    {
      question: 'Which samples have a diagnosis, a grade or a mutation?',
      address: sample_rules.length === 0 ? ADVANCED_SEARCH : samplesByAddress(sample_rules),
    },
  ].map((each) => each || null);
  return questions.filter((each) => each !== null);
}
