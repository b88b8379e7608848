public import Suas

extension CompiledSpec {
  /// The spec's middleware, for one store: effects included, on the system's clock, with nothing
  /// that performs requests. A ``SpecRuntime`` brings the spec's listeners too, and a host.
  public var middleware: CombinedMiddleware { SpecRuntime(self).middleware }
}
