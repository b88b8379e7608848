import CLibYAML
import LibYAML
import Suas
import SuasSpec
import YAML

/// Parses YAML to a tree and to a compiled spec, compared with the bare events of libyaml; and
/// compiles a spec of usual size, compared with reading its bundle.
struct YAMLBench {
  let rounds: Int

  func run() -> [Row] {
    let text = SpecText.make(bytes: 500_000)
    let bytes = Array(text.utf8)
    let megabytes = Double(bytes.count) / 1e6
    func speed(_ name: String, _ body: @escaping () -> Void) -> Measurement {
      Measurement(name, .megabytesPerSecond) { megabytes / seconds(body) }
    }
    return measureInTurns(
      "YAML",
      [
        speed("libyaml's events") { Self.countEvents(bytes) },
        speed("located tree") { use(try! LibYAML.parse(Source(name: "spec.yaml", text: text))) },
        speed("compiled spec") {
          use(try! CompiledSpec(Source(name: "spec.yaml", text: text)))
        },
      ],
      rounds: rounds) + specRows()
  }

  private func specRows() -> [Row] {
    let text = SpecText.make(bytes: 50_000)
    let bundle = try! CompiledSpec(Source(name: "spec.yaml", text: text)).bundle
    return measureInTurns(
      "a spec of 50 KB",
      [
        Measurement("compiled from YAML", .milliseconds) {
          Self.milliseconds { try! CompiledSpec(Source(name: "spec.yaml", text: text)) }
        },
        Measurement("read from its bundle", .milliseconds) {
          Self.milliseconds { try! CompiledSpec(bundle: bundle) }
        },
        Measurement("read from its bundle, with a store", .milliseconds) {
          Self.milliseconds { createStore(reducer: try! CompiledSpec(bundle: bundle).reducer) }
        },
      ],
      rounds: rounds)
  }

  /// The time in which something is made, in milliseconds, as a mean of some runs; that in which it
  /// is freed does not count.
  private static func milliseconds<Made>(_ make: () -> Made) -> Double {
    let count = 20
    var made: [Made] = []
    made.reserveCapacity(count)
    let time = seconds { for _ in 0..<count { made.append(make()) } }
    use(made)
    return 1000 * time / Double(count)
  }

  private static func countEvents(_ bytes: [UInt8]) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    yaml_parser_initialize(parser)
    defer { yaml_parser_delete(parser) }
    bytes.withUnsafeBufferPointer { bytes in
      yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
      var isAtEnd = false
      while !isAtEnd {
        var event = yaml_event_t()
        precondition(yaml_parser_parse(parser, &event) != 0, "libyaml finds a mistake")
        isAtEnd = event.type == YAML_STREAM_END_EVENT
        yaml_event_delete(&event)
      }
    }
  }
}
