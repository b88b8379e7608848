import CEL
import Locking
import SuasLog
import SuasScenario
import SuasSpec

/// The timelines of a monitor, and the answers to the page that shows them.
///
/// It knows nothing of the network: a server hands it the page's requests and the logs of apps, and
/// passes on its answers and events.
package final class MonitorService: Sendable {
  /// A page that is open.
  package protocol Client: AnyObject, Sendable {
    /// Sends an event, one JSON object.
    func send(_ event: [UInt8])
  }

  let specs: [MonitoredSpec]
  private let state = Mutex(State())

  struct State {
    var timelines: [Timeline] = []
    var sessions: [Int: PlayedSession] = [:]
    var watchers: [Int: LogWatcher] = [:]
    var apps: [Int: AppFeed] = [:]
    var lastID = 0
    /// The address to which apps send their logs.
    var feedAddress: String?
    var clients: [ObjectIdentifier: any Client] = [:]
    /// The timelines that have changed since the pages were last notified.
    var changed: Set<Int> = []
    var hasNewSources = false
    var isTelling = false
  }

  /// The maximum of timelines that are open at once.
  static let mostTimelines = 200

  package init(specs: [MonitoredSpec]) { self.specs = specs }

  /// Notes the address to which apps send their logs, so that pages can say it.
  package func noteFeedAddress(_ address: String) { state.withLock { $0.feedAddress = address } }

  // MARK: - Pages

  /// Tells a page of all events from now on.
  package func add(_ client: any Client) {
    state.withLock { $0.clients[ObjectIdentifier(client)] = client }
    client.send(
      JSONText.object { json in
        json.write("event", "specs")
        json.write("specs", specs) { $0.write(string: $1.path) }
      }.bytes)
    client.send(sourcesEvent)
  }

  package func remove(_ client: any Client) {
    state.withLock { $0.clients[ObjectIdentifier(client)] = nil }
  }

  private func tell(_ event: [UInt8]) {
    for client in state.withLock({ Array($0.clients.values) }) { client.send(event) }
  }

  /// The time between two events about the same timeline, in milliseconds.
  private static let pace = 50

  /// Tells the pages that a timeline has changed, at once or a little later.
  ///
  /// - Parameter isNewSource: True if the list of sources says more than before.
  func noteChange(of timeline: Int, isNewSource: Bool = false) {
    let begins = state.withLock { state in
      state.changed.insert(timeline)
      if isNewSource { state.hasNewSources = true }
      defer { state.isTelling = true }
      return !state.isTelling
    }
    guard begins else { return }
    Task {
      try? await Task.sleep(for: .milliseconds(Self.pace))
      tellChanges()
    }
  }

  private func tellChanges() {
    let (changed, hasNewSources) = state.withLock { state in
      defer {
        state.changed = []
        state.hasNewSources = false
        state.isTelling = false
      }
      return (state.changed.sorted(), state.hasNewSources)
    }
    if hasNewSources || changed.contains(where: { timeline($0)?.isSettled ?? true }) {
      tell(sourcesEvent)
    }
    for number in changed {
      guard let timeline = timeline(number) else { continue }
      tell(
        JSONText.object { json in
          json.write("event", "grown")
          json.write("source", number)
          json.write("length", timeline.count)
        }.bytes)
    }
  }

  private var sourcesEvent: [UInt8] {
    let (timelines, apps, address) = state.withLock { ($0.timelines, $0.apps, $0.feedAddress) }
    return JSONText.object { json in
      json.write("event", "sources")
      if let address {
        json.write(
          "connect",
          "Set SUAS_MONITOR=\(address) in the environment of the app, and call "
            + "start(on: store, sendingTo: nil) of its SessionRecorder. It appears here by itself.")
      }
      json.write("sources", timelines) { json, timeline in
        json.write(timeline, allowsControl: apps[timeline.id]?.allowsControl)
      }
    }.bytes
  }

  // MARK: - Timelines

  func timeline(_ id: Int) -> Timeline? {
    state.withLock { state in state.timelines.first { $0.id == id } }
  }

  func session(_ id: Int) -> PlayedSession? { state.withLock { $0.sessions[id] } }
  func app(_ id: Int) -> AppFeed? { state.withLock { $0.apps[id] } }

  /// The moment after the last entry of a timeline; nil if it is not known.
  func present(of timeline: Timeline) -> StageSnapshot? {
    state.withLock { $0.watchers[timeline.id] }?.present ?? timeline.read { $0.present }
  }

  private func makeTimeline(
    _ kind: Timeline.Kind, title: String, spec: MonitoredSpec?, parent: Timeline.Parent? = nil
  ) throws(RequestFailure) -> Timeline {
    let timeline = state.withLock { state -> Timeline? in
      guard state.timelines.count < Self.mostTimelines else { return nil }
      state.lastID += 1
      let id = state.lastID
      let timeline = Timeline(id, kind, title: title, spec: spec, parent: parent) { [weak self] in
        self?.noteChange(of: id)
      }
      state.timelines.append(timeline)
      return timeline
    }
    guard let timeline else {
      throw RequestFailure(
        "\(Self.mostTimelines) timelines are open", help: "close some of them")
    }
    noteChange(of: timeline.id, isNewSource: true)
    return timeline
  }

  /// Plays the spec at some paths.
  package func play(at paths: [String]) throws(RequestFailure) {
    for spec in specs where spec.paths == paths { _ = try play(spec) }
  }

  /// Plays a spec.
  func play(_ spec: MonitoredSpec) throws(RequestFailure) -> PlayedSession {
    let timeline = try makeTimeline(.play, title: spec.title, spec: spec)
    let session = PlayedSession(timeline, on: spec)
    state.withLock { $0.sessions[timeline.id] = session }
    return session
  }

  /// Goes on from an entry of another timeline.
  func branch(from timeline: Timeline, after entry: Int) throws(RequestFailure) -> PlayedSession {
    guard let spec = timeline.spec else {
      throw RequestFailure(
        "the spec of this log is not known", help: "name it: suas-run monitor SPEC")
    }
    let present = present(of: timeline)
    let cut = timeline.read {
      contents -> (entries: [Entry], inputs: [Input], moment: StageSnapshot?)? in
      guard contents.entries.indices.contains(entry) else { return nil }
      // All that followed at once from the same input belongs to it.
      let next = contents.inputs.firstIndex { $0.entry > entry }
      let end = next.map { contents.inputs[$0].entry } ?? contents.entries.count
      let inputs = Array(contents.inputs[..<(next ?? contents.inputs.count)])
      let moment = next.map { contents.inputs[$0].before } ?? present
      return (Array(contents.entries[..<end]), inputs, moment)
    }
    guard let cut else { throw RequestFailure("there is no entry \(entry)") }
    guard let moment = cut.moment else {
      throw RequestFailure("the log does not tell enough to go on from there")
    }
    let branch = try makeTimeline(
      .branch, title: "\(spec.title) from entry \(entry)", spec: spec,
      parent: Timeline.Parent(timeline: timeline.id, entry: entry))
    branch.change { contents in
      contents.entries = cut.entries
      contents.inputs = cut.inputs
    }
    let session = PlayedSession(branch, on: spec, from: moment)
    state.withLock { $0.sessions[branch.id] = session }
    return session
  }

  /// Opens a log.
  ///
  /// - Returns: the number of its timeline.
  package func openLog(
    named name: String, _ source: @escaping LogReader.ByteSource
  ) throws(RequestFailure) -> Int {
    try watch(.log, named: name, source) {}.id
  }

  /// Opens a log whose bytes arrive one after the other.
  ///
  /// - Returns: the number of its timeline.
  package func openLog(
    named name: String, _ lines: AppFeed
  ) throws(RequestFailure) -> Int {
    try watch(.log, named: name, lines).id
  }

  /// Opens the feed of an app, whose lines are then added to it.
  package func openFeed(
    named name: String, allowsControl: Bool, send: @escaping @Sendable ([UInt8]) -> Void
  ) throws(RequestFailure) -> AppFeed {
    let feed = AppFeed(allowsControl: allowsControl, send: send)
    let timeline = try watch(.app, named: name, feed)
    state.withLock { $0.apps[timeline.id] = feed }
    noteChange(of: timeline.id, isNewSource: true)
    return feed
  }

  /// Shows lines that arrive; once no more are wanted, the others are passed over.
  private func watch(
    _ kind: Timeline.Kind, named name: String, _ lines: AppFeed
  ) throws(RequestFailure) -> Timeline {
    try watch(kind, named: name, { lines.next() }, end: { lines.stop() })
  }

  private func watch(
    _ kind: Timeline.Kind, named name: String, _ source: @escaping LogReader.ByteSource,
    end: @escaping @Sendable () -> Void = {}
  ) throws(RequestFailure) -> Timeline {
    let timeline = try makeTimeline(kind, title: name, spec: nil)
    let id = timeline.id
    let watcher = LogWatcher(timeline, specs) { [weak self] in
      self?.noteChange(of: id, isNewSource: true)
    }
    state.withLock { $0.watchers[timeline.id] = watcher }
    watcher.watch(source, end: end)
    return timeline
  }

  func close(_ timeline: Timeline) {
    state.withLock { state in
      state.timelines.removeAll { $0.id == timeline.id }
      state.sessions[timeline.id] = nil
      state.watchers[timeline.id] = nil
      state.apps.removeValue(forKey: timeline.id)?.end()
    }
    noteChange(of: timeline.id, isNewSource: true)
  }
}

extension Timeline {
  /// True once no entries of a log can follow.
  fileprivate var isSettled: Bool { read { !$0.isOpen } }
}

extension JSONText {
  fileprivate mutating func write(_ timeline: Timeline, allowsControl: Bool?) {
    let (title, spec, isOfOtherVersion, count, isOpen, problem) = timeline.read { contents in
      (
        contents.title, contents.spec?.path, contents.isOfOtherVersion, contents.entries.count,
        contents.isOpen, contents.problem
      )
    }
    writeObject { json in
      json.write("source", timeline.id)
      json.write("kind", timeline.kind.rawValue)
      json.write("title", title)
      json.write("spec", orNull: spec)
      json.write("isOfOtherVersion", isOfOtherVersion)
      json.write("length", count)
      json.write("isOpen", isOpen)
      json.write(
        "allowsControl", allowsControl ?? (timeline.kind == .play || timeline.kind == .branch))
      if let parent = timeline.parent {
        json.writeObject("parent") { json in
          json.write("source", parent.timeline)
          json.write("n", parent.entry)
        }
      } else {
        json.write("parent", .null)
      }
      json.write("problem", orNull: problem)
    }
  }
}
