import Foundation
import SuasProgram

@testable import SuasScenario

/// Two specs with the same names for all that is named within a program, beside each other in one module or
/// package: only their types, states, actions and reducers have names of their own.
enum TwinSpecs {
  /// Makes the specs in a folder, and returns each with the name of its program.
  static func make(in folder: URL) throws -> [(spec: CheckedSpec, program: String)] {
    try ["A", "B"].map { letter in
      let file = folder.appending(path: "\(letter).yaml")
      let shape = folder.appending(path: "saved/\(letter).1.yaml")
      try FileManager.default.createDirectory(
        at: shape.deletingLastPathComponent(), withIntermediateDirectories: true)
      for (text, place) in [(spec, file), (frozenShape, shape)] {
        try Data(text.replacing("~", with: letter).utf8).write(to: place)
      }
      return (try Loader(root: nil).checkedSpec(at: [file.path]), "Twin\(letter)")
    }
  }

  private static let spec = """
    suas: 1
    constants: { most: int = 3 }
    functions: { twice: { params: { n: int }, value: n * 2 } }
    types: { Item~: { id: string, n: int = 1 } }
    states: { State~: { n: int = 0, items: "list(Item~) = []" } }
    actions: { Go~: {}, Undo~: {} }
    rules: { rename: { of: Item~, params: { newId: string }, do: [{ set: id, value: "${newId}" }] } }
    reducers:
      Reducer~:
        state: State~
        history: { undo: Undo~ }
        on:
          Go~:
            - { increment: n, by: twice(most) }
            - { update: items, do: [{ use: rename, on: item, with: { newId: x } }] }
    selectors: { header: { value: { title: "${store.State~.n}" } } }
    listeners: { told: { selector: header, filter: changed, do: [{ dispatch: Load~ }] } }
    middleware: [async, { name: audit, on: [Go~], do: [next] }]
    effects: { Load~: { run: { delay: 1s } } }
    invariants: { small: store.State~.n < 100 }
    at-rest: { quiet: pending.Load~ == 0 }
    saved:
      version: 2
      migrations:
        2: [{ set: State~.items, value: "${old.State~.texts.map(t, Item~{id: t})}" }]

    """

  private static let frozenShape = """
    suas: 1
    states: { State~: { texts: "list(string) = []" } }
    reducers: { Reducer~: { state: State~ } }

    """
}
