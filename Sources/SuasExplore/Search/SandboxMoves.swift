import CEL
import SuasScenario
import SuasSpec

/// Makes the acts that can be tried in the states of a sandbox, and the keys of these states.
final class SandboxMoves {
  private let context: SearchContext
  private let source: ActSource
  private let answers: AnswerSource
  private let keys: SandboxKeys

  init(_ context: SearchContext) {
    self.context = context
    source = ActSource(context.spec, context.moves, now: context.opening.clock)
    answers = AnswerSource(context.spec, context.moves, now: context.opening.clock)
    keys = SandboxKeys(context.spec, context.codec, seed: context.opening.seed)
  }

  /// True if every possible act is among those that are tried.
  var triesEverything: Bool { source.triesEverything }

  /// Returns the acts that can be tried in the current state.
  func acts(in sandbox: Sandbox) -> ActList {
    let profile = keys.profile(of: sandbox, besides: context.plainTexts)
    let effects = sandbox.effectsUnderWay
    var others = answers.acts(for: effects, answerable: sandbox.answerableEffects)
    if keys.readsClock, effects.isEmpty { others.append(Act(.advance(.second))) }
    if context.restarts { others.append(Act(.restart)) }
    return source.acts(in: profile).with(others)
  }

  /// Returns the key of the current state; `nil` if it holds values that cannot be encoded.
  func key(of sandbox: Sandbox) -> StateKey? { keys.key(of: sandbox) }

  /// Returns true if the current state is larger than the search goes on from.
  func isTooLarge(_ sandbox: Sandbox) -> Bool {
    sandbox.effectsUnderWay.count > max(2, context.largest)
      || sandbox.state.subStates.enumerated().contains {
        context.codec.largest(in: $0.element, slot: $0.offset) > context.largest
      }
  }
}
