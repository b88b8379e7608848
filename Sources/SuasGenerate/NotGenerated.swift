import YAML

/// The refusal of a program whose parts do not belong together, with the place. The checker makes no
/// such program: all that a spec can say is generated.
package struct NotGenerated: Error {
  /// The name of the refused part, if the place has several.
  package let detail: String?
  package let place: SourceRange

  package init(_ detail: String? = nil, at place: SourceRange) {
    self.detail = detail
    self.place = place
  }
}

extension Lowering {
  /// Creates the lowering of a program.
  ///
  /// - Throws: the diagnostic for a function or selector that no code is generated for.
  init(diagnosing program: Program) throws(Diagnostics) {
    do throws(NotGenerated) {
      self = try Lowering(program)
    } catch {
      throw Diagnostics([Diagnostic(error)])
    }
  }
}
