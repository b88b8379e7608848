import CEL
import Suas
import SuasEngine
import SuasProgram

/// The services that a running spec needs from its app.
public struct SpecHost: Sendable {
  /// The source of the time: for `${now}`, and for everything that effects wait for.
  public var clock: any SpecClock

  /// The function that performs requests; without it, effects wait for an answer or time out.
  public var perform: EffectPerformer?

  /// The functions that perform `custom` effects, by name; the others go to ``perform``.
  var customEffects: [String: CustomEffect] = [:]

  /// A callback for the arrival of each answer, which then waits until it is taken; if nil, answers
  /// take effect when they arrive.
  package var onArrival: (@Sendable () -> Void)?

  /// The source of the times and ids that the spec itself reads; if nil, the clock and the seed.
  package var recorded: (any RecordedReads)?

  /// Makes the middleware that `monitor` stands for in the spec; returns nil by default.
  public var makeMonitor: @Sendable () -> (any Middleware)?

  /// Makes the middleware that `logger` stands for; returns a `LoggerMiddleware` by default.
  public var makeLogger: @Sendable () -> (any Middleware)?

  /// The seed of `uuid()`; if nil, the system's random numbers are used.
  public var seed: Int64?

  public init(
    clock: any SpecClock = SystemClock(), perform: EffectPerformer? = nil,
    makeMonitor: @escaping @Sendable () -> (any Middleware)? = { nil },
    makeLogger: @escaping @Sendable () -> (any Middleware)? = { LoggerMiddleware() },
    seed: Int64? = nil
  ) {
    self.clock = clock
    self.perform = perform
    self.makeMonitor = makeMonitor
    self.makeLogger = makeLogger
    self.seed = seed
  }
}

/// A function that performs a custom effect: it computes results of a type from the input, and gives
/// each of them to `answer`.
typealias CustomEffect =
  @Sendable (
    _ input: Value, _ result: FieldType, _ types: TypeTable,
    _ answer: @Sendable (EffectAnswer) -> Void
  ) async throws -> Void

extension SpecHost {
  /// Registers a function on the app's own types to perform the `custom` effects of a name.
  ///
  /// An effect fails if its input cannot be decoded, if the function throws an error, or if the
  /// result does not fit the declared type. The result is an answer of a stream that goes on.
  public mutating func performCustom<
    Input: Decodable & Sendable, Output: Encodable & SendableMetatype
  >(
    _ name: String, _ effect: @escaping @Sendable (Input) async throws -> Output
  ) {
    customEffects[name] = { input, result, types, answer in
      let input = try ValueDecoder.decode(Input.self, from: input)
      answer(.result(try Encoded(try await effect(input)).value(as: result, types)))
    }
  }

  /// Registers a function on the app's own types to perform the `custom` effects of a name that have no
  /// `result`.
  ///
  /// An effect fails if its input cannot be decoded, or if the function throws an error.
  public mutating func performCustom<Input: Decodable & Sendable>(
    _ name: String, _ effect: @escaping @Sendable (Input) async throws -> Void
  ) {
    customEffects[name] = { input, _, _, answer in
      try await effect(try ValueDecoder.decode(Input.self, from: input))
      answer(.done)
    }
  }

  /// Registers a function that performs the `custom` effects with a name and with `stream: true`:
  /// each element of the sequence that it returns is an answer, and the end of the sequence ends
  /// the effect.
  ///
  /// The effect fails if the sequence throws an error. The cancellation of the effect cancels the
  /// task in which the sequence is iterated.
  public mutating func performCustomStream<
    Input: Decodable & Sendable, Answers: AsyncSequence & SendableMetatype
  >(
    _ name: String, _ effect: @escaping @Sendable (Input) async throws -> Answers
  )
  where
    Answers.Element: Encodable & SendableMetatype, Answers.AsyncIterator: SendableMetatype
  {
    customEffects[name] = { input, result, types, answer in
      let input = try ValueDecoder.decode(Input.self, from: input)
      for try await element in try await effect(input) {
        if Task.isCancelled { return }
        answer(.result(try Encoded(element).value(as: result, types)))
      }
      answer(.last(nil))
    }
  }

  /// Returns the function that performs a request of an effect; nil if there is none.
  func performer(of request: EffectRequest, for effect: PlannedEffect, _ types: TypeTable) -> (
    @Sendable (_ answer: @escaping @Sendable (EffectAnswer) -> Void) async -> Void
  )? {
    if case .custom(let name, let input) = request, let perform = customEffects[name] {
      let result = effect.response.fields.first?.type ?? .any
      return { answer in
        do {
          try await perform(input, result, types, answer)
        } catch {
          answer(.failure(SuasEngine.message(of: error)))
        }
      }
    }
    guard let perform else { return nil }
    return { answer in
      let received = await Discretion.$isAsked.withValue(effect.sendsSensitiveValues) {
        await perform(request)
      }
      answer(received)
    }
  }
}

/// The values that the performer of an effect does not quote.
package enum Discretion {
  /// True if no message may quote values that the effect sends or receives.
  @TaskLocal package static var isAsked = false
}
