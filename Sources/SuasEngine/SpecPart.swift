import CEL
import Suas
import SuasProgram

/// A part whose sub-states are records of a declared type.
protocol SpecPart: StatePart {
  var state: RecordType { get }
  var types: TypeTable { get }
}

// An app's own types as sub-states of a spec.

extension SpecPart {
  func accepts(_ state: Any) -> Bool { (state as? Record)?.shape.name == self.state.name }

  func adopt(_ state: Any) throws(StateMisfit) -> Any {
    let value: Value
    switch state {
    case let record as Record: value = .record(record)
    case let given as Value: value = given
    case let encodable as any Encodable:
      do {
        value = try Encoded(encodable).value(as: .record(self.state.name), types)
      } catch {
        throw StateMisfit("does not fit: \(message(of: error))")
      }
    default:
      throw StateMisfit("is of type \(type(of: state)), which is not Encodable")
    }
    let fitted: Value
    do throws(EvaluationError) {
      fitted = try types.fit(value, to: .record(self.state.name))
    } catch {
      throw StateMisfit("does not fit: \(error.message)")
    }
    guard case .record(let record) = fitted else { throw StateMisfit("does not fit") }
    return try judged(record)
  }

  private func judged(_ record: Record) throws(StateMisfit) -> Record {
    do throws(ConstraintViolation) {
      try types.judge(record, state)
      return record
    } catch {
      throw StateMisfit("does not fit: \(error.message)")
    }
  }

  func misfit(reading type: Any.Type) -> String? {
    (type as? any Decodable.Type).flatMap { Samples(types: types).misfit(of: state, reading: $0) }
  }
}
