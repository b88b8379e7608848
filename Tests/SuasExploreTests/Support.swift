import Foundation
import SuasScenario
import SuasSpec
import Testing
import YAML

@testable import SuasExplore

/// Returns a spec from the folder `Specs`.
func puzzle(_ name: String) throws -> CompiledSpec {
  let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Specs/\(name).yaml")
  return try CompiledSpec(
    Source(name: "\(name).yaml", text: String(decoding: try Data(contentsOf: url), as: UTF8.self)))
}

func spec(_ text: String) throws -> CompiledSpec {
  try CompiledSpec(Source(name: "spec.yaml", text: text))
}

/// Returns the result of a search.
func explore(
  _ spec: CompiledSpec, _ change: (inout ExploreSettings) -> Void = { _ in }
) throws -> Exploration {
  var settings = ExploreSettings()
  change(&settings)
  return try Explorer(spec, settings).run()
}

/// Returns the JSON report of a search.
func report(
  _ spec: CompiledSpec, _ change: (inout ExploreSettings) -> Void = { _ in }
) throws -> String {
  var settings = ExploreSettings()
  change(&settings)
  return SearchReport(try Explorer(spec, settings).run(), settings).json
}
