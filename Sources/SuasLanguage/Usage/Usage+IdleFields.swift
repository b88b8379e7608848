import CEL
import SuasProgram

/// Payload fields that are filled in at dispatch but never read, and so do not distinguish the
/// states that an app can reach.
extension Usage {
  /// The slots of a payload's fields that have a late default and that nothing reads.
  func idleFields(of payload: RecordType) -> Set<Int> {
    let read = fieldsRead(of: payload)
    return Set(
      payload.fields.indices.filter { slot in
        let field = payload.fields[slot]
        return field.hasLateDefault && field.constraint == nil && !read.contains(slot)
      })
  }
}
