/// Why an action was refused, in a box: few are, and carrying it costs every dispatch.
final class Refusal {
  let error: ActionError

  init(_ error: ActionError) {
    self.error = error
  }
}
