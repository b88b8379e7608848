import Support

/// The names and texts that random specs are made of.
package struct SpecPools: Sendable {
  /// Names for declarations and variables; one that the language refuses somewhere makes the spec
  /// one that does not check.
  package var names: [String]
  /// Texts for literals.
  package var texts: [String]

  package init(names: [String] = Self.names, texts: [String] = Self.texts) {
    self.names = names
    self.texts = texts
  }

  /// Plain names, and such as have a meaning to YAML, CEL, Swift or Kotlin, or somewhere in a spec.
  package static let names = [
    "a", "b", "count", "title", "done", "total", "x1", "item2", "state_", "self", "values", "old",
    "new", "default", "class", "is", "no", "yes", "on", "off", "y", "_", "__", "key", "index",
    "item", "value", "when", "fun", "val", "object", "func", "switch", "guard", "init", "Type",
    "result", "error", "now", "response", "name", "with", "end", "it", "acc", "size", "N", "n",
    "Null", "set", "at", "move", "match", "cases", "type_", "Self", "description", "where", "hash",
  ]

  package static let texts = [
    "", "a", "b", "tea", "no", "1.10", "null", "~", "true", "it's", "\"q\"", "a: b", "#c", "\\n",
    "x\ny", "é", "e\u{301}", "\u{1F600}", "\u{2028}", "- x", "[1", "{", "}", "$a", "${b}", "$${b}",
    "%", "2000-01-01", " lead", "trail ", "\t",
  ]
}

/// The choice of one of several things by chance.
struct Dice {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// True in one case out of `count`.
  mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func pick<Element>(_ items: [Element]) -> Element? {
    items.randomElement(using: &random)
  }

  mutating func shuffled<Element>(_ items: [Element]) -> [Element] {
    items.shuffled(using: &random)
  }

  mutating func some<Element>(of items: [Element]) -> [Element] {
    items.filter { _ in Bool.random(using: &random) }
  }
}
