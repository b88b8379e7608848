import SuasLanguage
import SuasProgram
import YAML

/// The sections on constants and functions.
extension SpecDocumentation {
  mutating func writeConstants() {
    guard !spec.constants.isEmpty else { return }
    add("## Constants")
    add(
      Markdown.table(
        ["constant", "type", "value", "notes"],
        spec.constants.map { constant in
          [
            Markdown.code(constant.name.text), Markdown.code(constant.type.text),
            Markdown.code(constant.value.flow),
            constant.description.map { Markdown.text($0.onOneLine) } ?? "",
          ]
        }))
  }

  mutating func writeFunctions() {
    guard !spec.functions.isEmpty else { return }
    add("## Functions")
    add(
      Markdown.table(
        ["call", "type", "value", "notes"],
        spec.functions.map { function in
          let parameters = function.parameters.map { "\($0.name.text): \($0.type.text)" }
          let name = function.name.text
          return [
            Markdown.code("\(name)(\(parameters.joined(separator: ", ")))"),
            Markdown.code(results[name] ?? ""),
            Markdown.code(String(function.value.text).onOneLine),
            function.description.map { Markdown.text($0.onOneLine) } ?? "",
          ]
        }))
  }
}
