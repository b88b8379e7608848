/// A drawing with a history.
extension Pair {
  /// A drawing that can be undone.
  static let drawing = """
    suas: 1
    states:
      Drawing: { strokes: int = 0, isZoomed: bool = false }
    actions: { Draw: {}, Erase: {}, Zoom: {}, Undo: {}, Redo: {} }
    reducers:
      DrawingReducer:
        state: Drawing
        stateKey: drawing
        history: { undo: Undo, redo: Redo, limit: 3, ignore: [Zoom] }
        on:
          Draw:
            - { increment: strokes, when: strokes < 4 }
          Erase:
            - { set: strokes, value: 0 }
          Zoom:
            - toggle: isZoomed
    """

  static let history: [Pair] = [
    Pair("The same drawing", drawing, drawing),
    // A redo never makes more entries than there were.
    Pair(
      "A shorter history", drawing, replacing: "limit: 3", with: "limit: 2",
      declared: ["compatible setting-changed state key drawing"],
      // Three strokes, and one undo more than there are entries.
      behaviour: ["6 Undo: state drawing.strokes"]),
    Pair(
      "A longer history", drawing, replacing: "limit: 3", with: "limit: 4",
      declared: ["compatible setting-changed state key drawing"],
      behaviour: ["8 Undo: state drawing.strokes"]),
    Pair(
      "No undo", drawing, replacing: "undo: Undo, ", with: "",
      behaviour: [
        "2 Undo: state drawing.strokes"
      ]),
    Pair(
      "No redo", drawing, replacing: "redo: Redo, ", with: "",
      behaviour: [
        "3 Redo: state drawing.strokes"
      ]),
    Pair(
      "Zooming is undone too", drawing, replacing: ", ignore: [Zoom]", with: "",
      // Zooming also takes what was undone away.
      behaviour: [
        "2 Undo: state drawing.isZoomed",
        "4 Redo: state drawing.isZoomed, state drawing.strokes",
      ]),
    // The history's key is not in both, and is not compared.
    Pair(
      "No history", drawing,
      replacing: "\n    history: { undo: Undo, redo: Redo, limit: 3, ignore: [Zoom] }", with: "",
      declared: ["breaking setting-changed state key drawing"],
      behaviour: ["2 Undo: state drawing.strokes"]),
    Pair(
      "A history where there was none",
      drawing.replacing(
        "\n    history: { undo: Undo, redo: Redo, limit: 3, ignore: [Zoom] }", with: ""),
      drawing, declared: ["compatible setting-changed state key drawing"],
      behaviour: ["2 Undo: state drawing.strokes"]),
    // The history is full in both: the last three, and these are other ones.
    Pair(
      "A limit of what is drawn that is off by one", drawing,
      replacing: "strokes < 4", with: "strokes <= 4",
      behaviour: ["5 Draw: state drawing.strokes"]),
    Pair(
      "Erasing with a reset of the field", drawing,
      replacing: "{ set: strokes, value: 0 }", with: "reset: strokes"),
    // Only a zoomed drawing shows it; zooming makes no entry of its own.
    Pair(
      "Erasing with a reset of all", drawing, replacing: "{ set: strokes, value: 0 }",
      with: "reset: state",
      behaviour: ["2 Erase: state drawing.isZoomed"]),
  ]
}
