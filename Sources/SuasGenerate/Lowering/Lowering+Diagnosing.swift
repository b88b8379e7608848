import YAML

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
