import Foundation
import Suas
import SuasSpec
import Support
import Testing
import YAML

/// Random pairs of types with random values: what can be carried over arrives, and what cannot is
/// never half there.
@Suite("What migrations carry over") struct CarryOverTests {
  static let seeds =
    0..<(ProcessInfo.processInfo.environment["CARRIED_TYPES"].flatMap(Int.init) ?? 150)

  @Test("A value of one version arrives in the next as a plain model says", arguments: seeds)
  func carried(seed: Int) throws {
    var random = Support.SplitMix64(seed: UInt64(seed))
    var maker = TestTypeMaker()
    let old = maker.type(depth: 3, &random)
    let oldTypes = maker.declared
    let newType = maker.changed(old, &random)
    let newTypes = maker.declared
    let spec = try CompiledSpec(
      Source(
        name: "s.yaml",
        text: versionedSpec(
          [("S", newType)], newTypes, "saved: { version: 2, migrations: { 2: [] } }")),
      shapes: [1: Source(name: "saved/s.1.yaml", text: versionedSpec([("S", old)], oldTypes, ""))])
    let model = CarryOverModel(old: oldTypes, new: newTypes)
    let values = (0..<5).map { _ in CarryOverModel(old: oldTypes, new: oldTypes).value(old, &random)
    }
    let list = "[" + values.map(\.text).joined(separator: ",") + "]"
    let restored = spec.restore(
      #"{"suas-saved":1,"name":"s","version":1,"state":{"S":{"f":\#(list)}}}"#)
    #expect(restored.lost == [])
    let expected =
      model.takes(old, newType)
      ? "[" + values.map { model.carried($0, old, newType).text }.joined(separator: ",") + "]"
      : "[]"
    let text = String(
      decoding: spec.savedText(of: spec.record(of: restored), at: nil) ?? [], as: UTF8.self)
    #expect(text == #"{"suas-saved":1,"name":"s","version":2,"state":{"S":{"f":\#(expected)}}}"#)
    let bundled = try CompiledSpec(bundle: spec.bundle)
    let again = bundled.restore(
      #"{"suas-saved":1,"name":"s","version":1,"state":{"S":{"f":\#(list)}}}"#)
    #expect(spec.record(of: again) == spec.record(of: restored))
  }
}
