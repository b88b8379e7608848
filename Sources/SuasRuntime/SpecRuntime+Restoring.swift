import CEL
public import Suas
public import SuasEngine
import SuasProgram
import Values

/// Stores that begin with what was saved.
extension SpecRuntime {
  /// Creates a store with the runtime's middleware and listeners that begins with what was restored,
  /// and runs the steps under `on-restore`.
  ///
  /// - Parameter restoration: The state to begin with; nil for the initial one.
  public func createStore(restoring restoration: Restoration? = nil) -> Store {
    let store =
      if let restoration {
        Suas.createStore(
          reducer: spec.reducer, state: restoration.state, middleware: middleware)
      } else {
        Suas.createStore(reducer: spec.reducer, middleware: middleware)
      }
    attach(to: store, after: restoration)
    return store
  }

  /// Runs the steps of a new store. What they dispatch comes from outside, as far as observers are
  /// told: nothing in the store has led to it.
  package func react(to restoration: Restoration?) {
    guard !spec.plan.restoring.isEmpty, let store = attachedStore else { return }
    let restored = RestoredShape.record(
      version: restoration?.version ?? 0, lost: restoration?.lostKeys ?? [])
    untilRest {
      store.inTurn {
        var frame = frame([.record(spec.store.record(of: store.state)), .record(restored)])
        frame.host = UnnotedHost(self)
        do throws(ActionError) {
          for reaction in try spec.reactions(of: spec.plan.restoring, &frame) {
            switch reaction {
            case .dispatch(let action): store.dispatch(action: completed(action))
            case .cancel: perform(reaction, from: .listener) { _ in }
            }
          }
        } catch {
          report(error)
        }
      }
    }
  }
}

/// The clock and the random numbers of a runtime, of which no observer is told.
private final class UnnotedHost: ClockHost, OutcomeHost {
  private let runtime: SpecRuntime

  init(_ runtime: SpecRuntime) { self.runtime = runtime }

  var now: Timestamp { runtime.host.clock.now }

  func makeIdentifier() -> String { runtime.makeUnreadIdentifier() }

  func noteRead(_ outcome: Int) { runtime.noteRead(outcome) }

  var forRepetition: any FrameHost { StoppedClock(at: now) }
}

extension CompiledSpec {
  /// Creates a store that begins with what was restored, with the spec's middleware and listeners,
  /// and runs the steps under `on-restore`.
  ///
  /// - Parameters:
  ///   - restoration: The state to begin with; nil for the initial one.
  ///   - host: What the effects of the spec need from the app.
  public func createStore(
    restoring restoration: Restoration? = nil, host: SpecHost = SpecHost()
  ) -> Store {
    SpecRuntime(self, host: host).createStore(restoring: restoration)
  }
}
