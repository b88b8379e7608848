import Foundation

/// Writes files as texts of a Swift source: `EmbedTexts OUTPUT FOLDER FILE…`.
///
/// SwiftPM's own way makes an array of each byte, for which the compiler takes a minute and two
/// gigabytes.
@main
enum EmbedTexts {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.first, let folder = arguments.dropFirst().first else { return }
    var source = """
      /// The files of the target's folder of resources.
      enum EmbeddedTexts {
        static let all: [(path: String, text: String)] = [

      """
    for file in arguments.dropFirst(2) {
      let path = String(file.dropFirst(folder.count + 1))
      let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
      source += "    (\(literal(path)), \(literal(text))),\n"
    }
    try (source + "  ]\n}\n").write(to: URL(filePath: output), atomically: true, encoding: .utf8)
  }

  private static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": literal += "\\n"
      case "\"", "\\": literal += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
