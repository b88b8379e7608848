/** A range of code points, with its ends. */
export type Range = readonly [first: number, last: number];

function isIn(ranges: readonly Range[], scalar: number): boolean {
  return ranges.some(([first, last]) => scalar >= first && scalar <= last);
}

export const WORD: readonly Range[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];

const POSIX: { readonly [name: string]: readonly Range[] } = {
  alnum: [[0x30, 0x39], [0x41, 0x5a], [0x61, 0x7a]],
  alpha: [[0x41, 0x5a], [0x61, 0x7a]],
  ascii: [[0, 0x7f]],
  blank: [[0x09, 0x09], [0x20, 0x20]],
  cntrl: [[0, 0x1f], [0x7f, 0x7f]],
  digit: [[0x30, 0x39]],
  graph: [[0x21, 0x7e]],
  lower: [[0x61, 0x7a]],
  print: [[0x20, 0x7e]],
  punct: [[0x21, 0x2f], [0x3a, 0x40], [0x5b, 0x60], [0x7b, 0x7e]],
  space: [[0x09, 0x0d], [0x20, 0x20]],
  upper: [[0x41, 0x5a]],
  word: WORD,
  xdigit: [[0x30, 0x39], [0x41, 0x46], [0x61, 0x66]],
};

/** A set of code points. */
export class CharacterClass {
  private readonly ranges: Range[];
  private readonly tests: ((scalar: number) => boolean)[] = [];
  private isNegated = false;
  private foldsCase = false;
  /** By each of the first 128 code points, whether it is in the class, where that is known. */
  private readonly ascii: boolean[] = [];

  constructor(...ranges: readonly Range[]) {
    this.ranges = ranges.slice();
  }

  static readonly any = new CharacterClass([0, 0x10ffff]);
  static readonly anyButNewline = new CharacterClass([0, 9], [11, 0x10ffff]);

  insert(range: Range): void {
    this.ranges.push(range);
  }

  insertTest(test: (scalar: number) => boolean, isNegated: boolean): void {
    this.tests.push((scalar) => test(scalar) !== isNegated);
  }

  insertAll(ranges: readonly Range[], isNegated: boolean): void {
    if (isNegated) this.tests.push((scalar) => !isIn(ranges, scalar));
    else this.ranges.push(...ranges);
  }

  insertPosix(name: string): boolean {
    const plain = name.replace(/^\^/, "");
    const ranges = Object.prototype.hasOwnProperty.call(POSIX, plain) ? POSIX[plain] : undefined;
    if (ranges !== undefined) this.insertAll(ranges, name.startsWith("^"));
    return ranges !== undefined;
  }

  /** Adds every code point that differs from one in the set only in case. */
  foldCase(): void {
    this.foldsCase = true;
  }

  negate(): void {
    this.isNegated = !this.isNegated;
  }

  has(scalar: number): boolean {
    if (scalar >= 128) return this.find(scalar);
    return (this.ascii[scalar] ??= this.find(scalar));
  }

  private find(scalar: number): boolean {
    const isFound = this.hasAsIs(scalar) || (this.foldsCase && variants(scalar).some((other) => this.hasAsIs(other)));
    return isFound !== this.isNegated;
  }

  private hasAsIs(scalar: number): boolean {
    return isIn(this.ranges, scalar) || this.tests.some((test) => test(scalar));
  }
}

// Case: only simple foldings from one code point to one count.

function mapped(scalar: number, change: (text: string) => string): number {
  const points = Array.from(change(String.fromCodePoint(scalar)));
  return points.length === 1 ? points[0]?.codePointAt(0) ?? scalar : scalar;
}

function foldingKey(scalar: number): number {
  return mapped(
    mapped(scalar, (text) => text.toUpperCase()),
    (text) => text.toLowerCase(),
  );
}

/** No code point after the Adlam letters has case. */
const LAST_WITH_CASE = 0x1e943;

let orbits: Map<number, number[]> | null = null;

/** The sets of code points that differ only in case. */
function madeOrbits(): Map<number, number[]> {
  const made = new Map<number, number[]>();
  for (let scalar = 0; scalar <= LAST_WITH_CASE; scalar += 1) {
    if (scalar === 0xd800) scalar = 0xe000;
    const key = foldingKey(scalar);
    if (key === scalar && !/^\p{Cased}$/u.test(String.fromCodePoint(scalar))) continue;
    const orbit = made.get(key);
    if (orbit === undefined) made.set(key, [scalar]);
    else orbit.push(scalar);
  }
  return made;
}

/** The code point and those that differ from it only in case. */
function variants(scalar: number): readonly number[] {
  orbits ??= madeOrbits();
  return orbits.get(foldingKey(scalar)) ?? [scalar];
}

// Properties of Unicode

const CATEGORIES = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co".split(" ");

/** The scripts of Unicode Standard Annex 24, as patterns write them. */
const SCRIPTS = new Set(
  `Adlam Ahom Anatolian_hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_vah Batak Bengali
    Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid Canadian_aboriginal Carian Caucasian_albanian
    Chakma Cham Cherokee Chorasmian Common Coptic Cuneiform Cypriot Cypro_minoan Cyrillic Deseret
    Devanagari Dives_akuru Dogra Duployan Egyptian_hieroglyphs Elbasan Elymaic Ethiopic Georgian
    Glagolitic Gothic Grantha Greek Gujarati Gunjala_gondi Gurmukhi Han Hangul Hanifi_rohingya Hanunoo
    Hatran Hebrew Hiragana Imperial_aramaic Inherited Inscriptional_pahlavi Inscriptional_parthian
    Javanese Kaithi Kannada Katakana Kayah_li Kharoshthi Khitan_small_script Khmer Khojki Khudawadi Lao
    Latin Lepcha Limbu Linear_a Linear_b Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic
    Manichaean Marchen Masaram_gondi Medefaidrin Meetei_mayek Mende_kikakui Meroitic_cursive
    Meroitic_hieroglyphs Miao Modi Mongolian Mro Multani Myanmar Nabataean Nandinagari New_tai_lue Newa
    Nko Nushu Nyiakeng_puachue_hmong Ogham Ol_chiki Old_hungarian Old_italic Old_north_arabian
    Old_permic Old_persian Old_sogdian Old_south_arabian Old_turkic Old_uyghur Oriya Osage Osmanya
    Pahawh_hmong Palmyrene Pau_cin_hau Phags_pa Phoenician Psalter_pahlavi Rejang Runic Samaritan
    Saurashtra Sharada Shavian Siddham SignWriting Sinhala Sogdian Sora_sompeng Soyombo Sundanese
    Syloti_nagri Syriac Tagalog Tagbanwa Tai_le Tai_tham Tai_viet Takri Tamil Tangsa Tangut Telugu
    Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Warang_citi Yezidi Yi
    Zanabazar_square`.split(/\s+/),
);

/** The code points of a general category, of all that begin with a letter, or of a script; null for no name. */
export function property(name: string): ((scalar: number) => boolean) | null {
  if (name === "L&" || name === "LC") return matching("[\\p{Lu}\\p{Ll}\\p{Lt}]");
  const categories = name !== "" && name.length <= 2 ? CATEGORIES.filter((one) => one.startsWith(name)) : [];
  if (categories.length > 0) return matching(`[${categories.map((one) => `\\p{${one}}`).join("")}]`);
  if (!SCRIPTS.has(name)) return null;
  return matching(`\\p{Script=${name.replace(/_[a-z]/g, (start) => start.toUpperCase())}}`);
}

function matching(set: string): (scalar: number) => boolean {
  const pattern = new RegExp(`^${set}$`, "u");
  return (scalar) => pattern.test(String.fromCodePoint(scalar));
}
