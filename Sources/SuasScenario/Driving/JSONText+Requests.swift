import CEL
import SuasSpec

extension JSONText {
  /// The request for a step; nil for one that does nothing to a store.
  static func request(for act: CheckedStep.Act, of spec: CompiledSpec) -> JSONText? {
    switch act {
    case .golden, .note: nil
    case .restart(let found):
      .object { json in
        json.writeObject("restart") { json in
          if let found { json.write("saved", found, of: spec) }
        }
      }
    case .dispatch(let action, let times):
      .object { json in
        json.write("dispatch", action.name)
        json.writeObject("with") { json in
          let open = action.openFields
          for (field, value) in zip(action.payload.shape.fields, action.payload.fields)
          where !open.contains(field.name) {
            json.write(field.name, value)
          }
        }
        json.write("times", times)
      }
    case .respond(let effect, let which, let answer):
      .object { json in
        json.write("respond", effect)
        json.write("which", which)
        json.writeKey("answer")
        json.write(answer)
      }
    case .cancel(let effect): .object { $0.write("cancel", effect) }
    case .advance(let duration): .object { $0.write("advance", .duration(duration)) }
    case .listen(let index):
      .object { $0.write("listen", spec.checked.listeners[index].name) }
    case .unlisten(let index):
      .object { $0.write("unlisten", spec.checked.listeners[index].name) }
    case .reset: .object { $0.write("reset", "store") }
    }
  }

  /// The request to begin a scenario.
  ///
  /// - Parameter initial: The sub-states before the steps of the new store, in the order of the
  ///   reducers.
  static func beginning(
    at start: Timestamp, seed: Int64, on initial: [Record], finding found: FoundState?,
    of spec: CompiledSpec
  ) -> JSONText {
    .object { json in
      json.writeObject("begin") { json in
        json.write("clock", .timestamp(start))
        json.write("seed", .int(seed))
        if let found {
          json.write("saved", found, of: spec)
        } else {
          let state = Record(spec.store.shape, ContiguousArray(initial.map(Value.record)))
          json.write("state", .record(state))
        }
      }
    }
  }

  /// Writes the saved text that a program finds.
  private mutating func write(_ key: String, _ found: FoundState, of spec: CompiledSpec) {
    write(key, String(decoding: found.text(of: spec), as: UTF8.self))
  }

  /// Writes names with their values.
  package mutating func write(_ key: String, _ items: [(name: String, value: Value)]) {
    write(key, items) { json, item in
      json.writeObject { json in
        json.write("name", item.name)
        json.write("value", item.value)
      }
    }
  }

  /// Writes the attempts of effects, each with its request.
  mutating func write(_ key: String, _ requests: [MadeRequest]) {
    write(key, requests) { json, request in
      json.writeObject { json in
        json.write("name", request.name)
        json.write("run", request.run.value)
      }
    }
  }
}
