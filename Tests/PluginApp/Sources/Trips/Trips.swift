import Foundation
import Suas
import SuasBundle

/// The planned trips, whose spec is read from a bundle.
public struct Trips {
  private let spec: CompiledSpec
  private let store: Store

  public init() throws {
    guard let bundle = Bundle.module.url(forResource: "trips", withExtension: "bundle") else {
      throw CocoaError(.fileNoSuchFile)
    }
    spec = try CompiledSpec(bundle: [UInt8](Data(contentsOf: bundle)))
    store = Suas.createStore(reducer: spec.reducer)
  }

  public func plan(_ name: String) throws {
    store.dispatch(action: try spec.action("Plan", ["name": .string(name)]))
  }

  public var state: String { "\(store.state)" }
}
