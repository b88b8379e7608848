/// A lamp, whose color is work of the app: names that stand in more than one place.
extension Pair {
  /// A lamp whose color comes from work of the app.
  static let lamp = """
    suas: 1
    constants: { most: int = 3 }
    enums: { Color: [red, green] }
    types: { Note: { text: string, note: string = '' } }
    states:
      Lamp:
        color: Color = red
        level: { type: int, default: 0, where: self <= most }
        notes: list(Note) = []
    actions: { Press: {}, Write: { text: string }, Colored: { color: Color } }
    internal: [Colored]
    reducers:
      LampReducer:
        state: Lamp
        on:
          Press: [{ set: level, value: "${level < most ? level + 1 : 0}" }]
          Write: [{ append: notes, value: { text: "${action.text}", note: "${action.text}" } }]
          Colored: [{ set: color, value: "${action.color}" }]
    middleware:
      - { name: start, on: [Press], do: [next, { dispatch: Load }] }
      - async
    effects:
      Load:
        run: { custom: { name: load, result: Color } }
        on-success: [{ dispatch: Colored, with: { color: "${response.result}" } }]
    listeners:
      color: { selector: color, filter: changed }
    selectors: { color: { value: "${store.Lamp.color}" } }
    """

  static let names: [Pair] = [
    Pair("The same lamp", lamp, lamp),
    Pair(
      "A case that the app answers with, renamed", lamp, replacing: "green", with: "lime",
      declared: ["breaking renamed case green of Color"]),
    Pair(
      "A field that is called description now", lamp, replacing: "note:", with: "description:",
      declared: ["breaking renamed field note of Note"]),
    Pair(
      "A constraint in other words", lamp, replacing: "self <= most", with: "self<=most"),
    Pair(
      "A constant in a constraint, renamed", lamp, replacing: "most", with: "highest",
      declared: ["unseen renamed constant most"]),
    Pair(
      "A field of an internal action, added", lamp,
      replacing: "Colored: { color: Color }", with: "Colored: { color: Color, by: string? }",
      declared: ["unseen added field by of action Colored"]),
    Pair(
      "A payload where there was none", lamp, replacing: "Press: {}", with: "Press: { by: int }",
      declared: ["breaking added field by of action Press"]),
    Pair(
      "Other work of the app", lamp, replacing: "name: load", with: "name: look",
      declared: ["breaking setting-changed effect Load"], behaviour: ["1 Press: request Load"]),
    // Neither of the two is the new one.
    Pair(
      "Two actions that become one",
      lamp.replacing("Write: { text: string }", with: "Write: { text: string }, Push: {}")
        .replacing(
          "      Write: [", with: "      Push: [{ set: level, value: 0 }]\n      Write: ["),
      lamp.replacing("Press", with: "Push"),
      declared: ["breaking removed action Press"],
      behaviour: ["1 Push: state Lamp.level, effect Load"]),
  ]
}
