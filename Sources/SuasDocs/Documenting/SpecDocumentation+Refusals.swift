/// The refusals by rules.
extension SpecDocumentation {
  mutating func writeRefusals() {
    guard !refusals.isEmpty else { return }
    add("## Refusals")
    add("The rules refuse these actions; a refused action changes nothing.")
    add(
      Markdown.table(
        ["code", "message", "actions", "rules"],
        refusals.map { refusal in
          [
            Markdown.code(refusal.code), Markdown.text(refusal.message),
            refusal.actions.map(Markdown.code).joined(separator: ", "),
            refusal.places.map(Markdown.text).joined(separator: ", "),
          ]
        }))
  }
}
