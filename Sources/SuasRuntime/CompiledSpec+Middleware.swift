public import Suas
import SuasEngine
import SuasProgram

extension CompiledSpec {
  /// The spec's middleware for one store, including effects: on the system's clock, and without a
  /// performer of requests. A ``SpecRuntime`` adds the spec's listeners, and takes a host.
  public var middleware: CombinedMiddleware { SpecRuntime(self).middleware }
}
