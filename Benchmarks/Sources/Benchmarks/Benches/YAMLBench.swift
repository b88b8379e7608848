import CLibYAML
import LibYAML
import SuasSpec
import YAML

/// Parses YAML to a tree and to a compiled spec, compared with the bare events of libyaml.
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
      rounds: rounds)
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
