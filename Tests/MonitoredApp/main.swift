import CEL
import Foundation
import Suas
import SuasLog
import SuasSpec
import YAML

// An app that is watched by a monitor: it dispatches the actions that it reads, one a line, such as
// `AddTodo text=Milk`, and prints its store after `state`. The arguments are the path of its spec,
// and `control` to allow control.
let arguments = CommandLine.arguments
guard arguments.count > 1 else { exit(2) }
let text = try String(contentsOfFile: arguments[1], encoding: .utf8)
let spec = try CompiledSpec(Source(name: arguments[1], text: text))
let runtime = SpecRuntime(spec)
let recorder = SessionRecorder(runtime)
let store = Suas.createStore(reducer: spec.reducer, middleware: recorder + runtime.middleware)
runtime.attach(to: store)
try recorder.start(
  on: store, sendingTo: nil as String?, allowsControl: arguments.contains("control"))

while let line = readLine() {
  if line == "state" {
    let state = JSONText.of(.record(runtime.store(store.state)))
    FileHandle.standardOutput.write(Data("\(state)\n".utf8))
    continue
  }
  let words = line.split(separator: " ")
  guard let name = words.first else { continue }
  var payload: [String: Value] = [:]
  for word in words.dropFirst() {
    let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
    guard pair.count == 2 else { continue }
    payload[pair[0]] = Int64(pair[1]).map { .int($0) } ?? .string(pair[1])
  }
  store.dispatch(action: try spec.action(String(name), SpecAction.Payload(payload)))
}
