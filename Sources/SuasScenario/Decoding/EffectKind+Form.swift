import SuasSpec

extension EffectKind {
  /// The form of this kind of request, as expectations name its parts.
  var requestForm: ScenarioForm {
    ScenarioForm(
      request.name,
      request.fields.map { .optional($0.name, .value, Self.summaries[$0.name] ?? "") })
  }

  /// A sentence for each part.
  private static let summaries = [
    "method": "The method, in capitals.",
    "url": "The whole URL with its query, percent-encoded as it is sent.",
    "query": "The parameters of `query`, before they are encoded.",
    "headers": "Header fields by their name in lower case; others may be there.",
    "body": "The body, before it becomes text.",
    "delay": "The time that it waits.",
    "every": "The time between two outcomes.",
    "read-file": "The path of the file that it reads.",
    "write-file": "The path of the file that it writes.",
    "value": "What it writes, before it becomes text.",
    "custom": "The name that the host knows it by.",
    "input": "What the host receives.",
  ]
}
