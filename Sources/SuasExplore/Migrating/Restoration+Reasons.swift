import Suas

extension [Restoration.Loss] {
  /// The first loss with each code and place, with the keys of all sub-states that were lost for it.
  package var byReason: [(loss: Restoration.Loss, stateKeys: [String])] {
    var reasons: [(loss: Restoration.Loss, stateKeys: [String])] = []
    for loss in self {
      let known = reasons.firstIndex { $0.loss.code == loss.code && $0.loss.place == loss.place }
      if let known {
        reasons[known].stateKeys.append(loss.stateKey)
      } else {
        reasons.append((loss, [loss.stateKey]))
      }
    }
    return reasons
  }
}
