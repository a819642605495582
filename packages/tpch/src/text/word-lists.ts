/** A word and how often it comes, relative to the other words of its list. */
export type WeightedWord = readonly [word: string, weight: number];

const each = (weight: number, words: string): readonly WeightedWord[] => words.split('|').map((word) => [word, weight]);

/** The product of two or three lists, first list slowest: `MED` x `CASE|BOX` gives `MED CASE`, `MED BOX`. */
const product = (...lists: readonly string[]): string =>
  lists
    .map((list) => list.split('|'))
    .reduce((heads, tails) => heads.flatMap((head) => tails.map((tail) => `${head} ${tail}`)))
    .join('|');

export const regions: readonly string[] = ['AFRICA', 'AMERICA', 'ASIA', 'EUROPE', 'MIDDLE EAST'];

/** Nations in key order, with the key of their region. */
export const nations: readonly (readonly [name: string, region: number])[] = [
  ['ALGERIA', 0],
  ['ARGENTINA', 1],
  ['BRAZIL', 1],
  ['CANADA', 1],
  ['EGYPT', 4],
  ['ETHIOPIA', 0],
  ['FRANCE', 3],
  ['GERMANY', 3],
  ['INDIA', 2],
  ['INDONESIA', 2],
  ['IRAN', 4],
  ['IRAQ', 4],
  ['JAPAN', 2],
  ['JORDAN', 4],
  ['KENYA', 0],
  ['MOROCCO', 0],
  ['MOZAMBIQUE', 0],
  ['PERU', 1],
  ['CHINA', 2],
  ['ROMANIA', 3],
  ['SAUDI ARABIA', 4],
  ['VIETNAM', 2],
  ['RUSSIA', 3],
  ['UNITED KINGDOM', 3],
  ['UNITED STATES', 1],
];

export const containers = each(1, product('SM|LG|MED|JUMBO|WRAP', 'CASE|BOX|BAG|JAR|PACK|PKG|CAN|DRUM'));
export const partTypes = each(
  1,
  product(
    'STANDARD|SMALL|MEDIUM|LARGE|ECONOMY|PROMO',
    'ANODIZED|BURNISHED|PLATED|POLISHED|BRUSHED',
    'TIN|NICKEL|BRASS|STEEL|COPPER',
  ),
);
export const instructions = each(1, 'DELIVER IN PERSON|COLLECT COD|TAKE BACK RETURN|NONE');
export const shipModes = each(1, 'REG AIR|AIR|RAIL|TRUCK|MAIL|FOB|SHIP');
export const returnFlags = each(1, 'R|A');
export const segments = each(1, 'AUTOMOBILE|BUILDING|FURNITURE|HOUSEHOLD|MACHINERY');
export const priorities = each(1, '1-URGENT|2-HIGH|3-MEDIUM|4-NOT SPECIFIED|5-LOW');
export const colors: readonly string[] = (
  'almond|antique|aquamarine|azure|beige|bisque|black|blanched|blue|blush|brown|burlywood|burnished|chartreuse|chiffon|' +
  'chocolate|coral|cornflower|cornsilk|cream|cyan|dark|deep|dim|dodger|drab|firebrick|floral|forest|frosted|gainsboro|ghost|' +
  'goldenrod|green|grey|honeydew|hot|indian|ivory|khaki|lace|lavender|lawn|lemon|light|lime|linen|magenta|maroon|medium|' +
  'metallic|midnight|mint|misty|moccasin|navajo|navy|olive|orange|orchid|pale|papaya|peach|peru|pink|plum|powder|puff|purple|' +
  'red|rose|rosy|royal|saddle|salmon|sandy|seashell|sienna|sky|slate|smoke|snow|spring|steel|tan|thistle|tomato|turquoise|' +
  'violet|wheat|white|yellow'
).split('|');

export const nouns: readonly WeightedWord[] = [
  ...each(40, 'packages|requests|accounts|deposits'),
  ...each(20, 'foxes|ideas|theodolites|pinto beans|instructions'),
  ...each(10, 'dependencies|excuses|platelets|asymptotes'),
  ...each(5, 'courts|dolphins'),
  ...each(
    1,
    'multipliers|sauternes|warthogs|frets|dinos|attainments|somas|Tiresias|patterns|forges|braids|frays|warhorses|dugouts|' +
      'notornis|epitaphs|pearls|tithes|waters|orbits|gifts|sheaves|depths|sentiments|decoys|realms|pains|grouches|escapades|' +
      'hockey players',
  ),
];
export const verbs: readonly WeightedWord[] = [
  ...each(20, 'sleep|wake|are|cajole|haggle'),
  ...each(10, 'nag|use|boost'),
  ...each(5, 'affix|detect|integrate'),
  ...each(
    1,
    'maintain|nod|was|lose|sublate|solve|thrash|promise|engage|hinder|print|x-ray|breach|eat|grow|impress|mold|poach|serve|' +
      'run|dazzle|snooze|doze|unwind|kindle|play|hang|believe|doubt',
  ),
];
export const adverbs: readonly WeightedWord[] = [
  ...each(1, 'sometimes|always|never'),
  ...each(50, 'furiously|slyly|carefully'),
  ...each(40, 'blithely'),
  ...each(30, 'quickly'),
  ...each(20, 'fluffily'),
  ...each(
    1,
    'slowly|quietly|ruthlessly|thinly|closely|doggedly|daringly|bravely|stealthily|permanently|enticingly|idly|busily|' +
      'regularly|finally|ironically|evenly|boldly|silently',
  ),
];
export const adjectives: readonly WeightedWord[] = [
  ...each(20, 'special|pending|unusual|express'),
  ...each(
    1,
    'furious|sly|careful|blithe|quick|fluffy|slow|quiet|ruthless|thin|close|dogged|daring|brave|stealthy|permanent|enticing|' +
      'idle|busy',
  ),
  ...each(50, 'regular'),
  ...each(40, 'final|ironic'),
  ...each(30, 'even'),
  ...each(20, 'bold'),
  ...each(10, 'silent'),
];
export const prepositions: readonly WeightedWord[] = [
  ...each(50, 'about|above|according to|across|after'),
  ...each(40, 'against|along'),
  ...each(30, 'alongside of|among'),
  ...each(20, 'around'),
  ...each(10, 'at'),
  // `whithout` is how the official list spells it.
  ...each(
    1,
    'atop|before|behind|beneath|beside|besides|between|beyond|by|despite|during|except|for|from|in place of|inside|instead of|' +
      'into|near|of|on|outside|over|past|since|through|throughout|to|toward|under|until|up|upon|whithout|with|within',
  ),
];
export const auxiliaries = each(
  1,
  'do|may|might|shall|will|would|can|could|should|ought to|must|will have to|shall have to|could have to|should have to|' +
    'must have to|need to|try to',
);
export const terminators: readonly WeightedWord[] = [['.', 50], ...each(1, ';|:|?|!|--')];

/** Sentences: N noun phrase, V verb phrase, P prepositional phrase, T terminator. */
export const sentenceForms: readonly WeightedWord[] = [
  ['N V T', 3],
  ['N V P T', 3],
  ['N V N T', 3],
  ['N P V N T', 1],
  ['N P V P T', 1],
];
/** Noun phrases: N noun, J adjective, D adverb; a comma stays with the word before it. */
export const nounPhraseForms: readonly WeightedWord[] = [
  ['N', 10],
  ['J N', 20],
  ['J, J N', 10],
  ['D J N', 50],
];
/** Verb phrases: V verb, X auxiliary, D adverb. */
export const verbPhraseForms: readonly WeightedWord[] = [
  ['V', 30],
  ['X V', 1],
  ['V D', 40],
  ['X V D', 1],
];
