import YAML

/// A name where it is declared, with the facts that people want to know.
package struct DeclaredName: Sendable {
  package let symbol: Symbol
  /// The range of the name.
  package let range: SourceRange
  /// The noun for the declared thing, such as `action`.
  package let noun: String
  /// The type or parameters, as they are written.
  package var detail = ""
  package var documentation: String?

  package init(
    _ symbol: Symbol, at range: SourceRange, _ noun: String, _ detail: String = "",
    _ documentation: String? = nil
  ) {
    self.symbol = symbol
    self.range = range
    self.noun = noun
    self.detail = detail
    self.documentation = documentation
  }
}
