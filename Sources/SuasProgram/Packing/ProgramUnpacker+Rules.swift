import CEL

extension ProgramUnpacker {
  func sharedRule() throws(UnpackingFault) -> SharedRule {
    SharedRule(
      name: try input.text(), place: try place(), record: try record(),
      parameters: try array { () throws(UnpackingFault) in try field() }, rules: try rules())
  }

  func rules(of reducer: CheckedReducer) throws(UnpackingFault) -> CheckedReducer {
    let rules = try array { () throws(UnpackingFault) -> (Int, [CheckedRule]) in
      (try input.int(below: actionCount), try self.rules())
    }
    let readers = try array { () throws(UnpackingFault) in try input.int(below: actionCount) }
    let checked = reducer.with(
      Dictionary(rules, uniquingKeysWith: { $1 }), readingStore: Set(readers))
    let history = try optional { () throws(UnpackingFault) in try self.history() }
    return history.map { checked.with($0) } ?? checked
  }

  private func history() throws(UnpackingFault) -> CheckedHistory {
    let limit = try input.int(below: .max)
    let roles = try array { () throws(UnpackingFault) -> (Int, CheckedHistory.Role) in
      (try input.int(below: actionCount), try role())
    }
    let outcomes = try array { () throws(UnpackingFault) -> (Int, Int) in
      (try input.int(below: actionCount), try point())
    }
    return CheckedHistory(
      limit: limit, roles: Dictionary(roles, uniquingKeysWith: { $1 }),
      outcomes: Dictionary(outcomes, uniquingKeysWith: { $1 }))
  }

  private func role() throws(UnpackingFault) -> CheckedHistory.Role {
    switch try input.byte() {
    case 0: .undo
    case 1: .redo
    case 2: .clear
    case 3: .jump(field: try input.int())
    case 4:
      .record(
        group: try optional { () throws(UnpackingFault) in
          CheckedHistory.Group(value: try template(), place: try place())
        })
    case 5: .ignore
    default: throw .kind
    }
  }

  func rules() throws(UnpackingFault) -> [CheckedRule] {
    try array { () throws(UnpackingFault) in
      CheckedRule(
        place: try place(), verb: try input.text(), condition: try condition(),
        point: try point(),
        operation: try input.nested { () throws(UnpackingFault) in try operation() })
    }
  }

  private func operation() throws(UnpackingFault) -> Operation {
    switch try input.byte() {
    case 0: return .set(try target(), try template())
    case 1: return .empty(try target())
    case 2: return .toggle(try target())
    case 3:
      return .add(try target(), amount: try template(), sign: try input.flag() ? .plus : .minus)
    case 4: return .merge(try target(), try overlay())
    case 5: return .insert(try target(), try insertion(), at: try position())
    case 6: return .remove(try target(), at: try expression())
    case 7: return .move(try target(), from: try expression(), to: try expression())
    case 8: return .swap(try target(), try expression(), try expression())
    case 9: return .reverse(try target())
    case 10:
      return .sort(
        try elements(), by: try optional { () throws(UnpackingFault) in try expression() },
        descending: try optional { () throws(UnpackingFault) in try expression() })
    case 11: return .filter(try elements(), try selection())
    case 12: return .upsert(try target(), matching: try input.text(), try template())
    case 13: return .delete(try target())
    case 14:
      return .update(
        try elements(), pathSlots: try slots(),
        where: try optional { () throws(UnpackingFault) in try expression() }, try rules())
    case 15:
      return .forEach(
        try expression(), itemSlot: try slot(), keySlot: try slot(), try rules())
    case 16: return .branch(try test(), then: try rules(), else: try rules())
    case 17: return .match(try match())
    case 18:
      return .at(
        OpenedPlace(
          target: try target(), pathSlots: try slots(), itemName: try input.text(),
          itemSlot: try slot()), try rules())
    case 19: return .use(try use())
    case 20:
      return .bind(
        try array { () throws(UnpackingFault) in
          (try input.text(), try slot(), try expression())
        })
    case 21: return .refuse(code: try input.text(), message: try template())
    default: throw .kind
    }
  }

  private func slot() throws(UnpackingFault) -> Int { try input.int(below: 1 << 16) }

  private func slots() throws(UnpackingFault) -> [Int] {
    try array { () throws(UnpackingFault) in try slot() }
  }

  private func overlay() throws(UnpackingFault) -> Operation.Overlay {
    switch try input.byte() {
    case 0:
      .fields(try array { () throws(UnpackingFault) in (try slot(), try template()) })
    case 1: .whole(try template())
    case 2: .computed(try expression(), over: try record(), types)
    default: throw .kind
    }
  }

  private func insertion() throws(UnpackingFault) -> Operation.Insertion {
    switch try input.byte() {
    case 0: .one(try template())
    case 1: .all(try template())
    default: throw .kind
    }
  }

  private func position() throws(UnpackingFault) -> Operation.Position {
    switch try input.byte() {
    case 0: .start
    case 1: .end
    case 2: .index(try expression())
    default: throw .kind
    }
  }

  private func selection() throws(UnpackingFault) -> Operation.Selection {
    switch try input.byte() {
    case 0: .matching(try expression(), is: try input.flag())
    case 1: .unequal(to: try template())
    default: throw .kind
    }
  }

  private func elements() throws(UnpackingFault) -> Elements {
    Elements(
      target: try target(), elementType: try fieldType(), itemName: try input.text(),
      itemSlot: try slot(), keySlot: try slot())
  }

  private func match() throws(UnpackingFault) -> Match {
    let subject: Match.Subject
    switch try input.byte() {
    case 0:
      subject = .place(
        try target(), pathSlots: try slots(),
        itemSlot: try optional { () throws(UnpackingFault) in try slot() })
    case 1:
      subject = .value(
        try expression(), itemSlot: try optional { () throws(UnpackingFault) in try slot() })
    default: throw .kind
    }
    let (text, itemName) = (try input.text(), try input.text())
    let cases = try array { () throws(UnpackingFault) in
      Match.Case(label: try label(), rules: try rules())
    }
    let otherwise = try optional { () throws(UnpackingFault) in try rules() }
    return Match(
      subject: subject, text: text, itemName: itemName, cases: cases, otherwise: otherwise,
      point: try point(outcomes: cases.count + (otherwise == nil ? 0 : 1)))
  }

  private func label() throws(UnpackingFault) -> Match.Label {
    switch try input.byte() {
    case 0: .variant(try slot(), try input.text())
    case 1: .value(try input.value())
    default: throw .kind
    }
  }

  private func use() throws(UnpackingFault) -> RuleUse {
    RuleUse(
      rule: try input.int(below: sharedRuleCount), name: try input.text(), place: try place(),
      target: try target(), pathSlots: try slots(), fit: try fit(),
      arguments: try array { () throws(UnpackingFault) in try template() })
  }

  private func target() throws(UnpackingFault) -> Target {
    Target(
      components: try array { () throws(UnpackingFault) in try component() },
      type: try fieldType(), text: try input.text(),
      items: try array { () throws(UnpackingFault) in
        Target.Item(slot: try slot(), depth: try input.int(), rest: try slots())
      }, endsInKey: try input.flag(),
      fallback: try optional { () throws(UnpackingFault) in try template() })
  }

  private func component() throws(UnpackingFault) -> Target.Component {
    switch try input.byte() {
    case 0: .field(try slot())
    case 1: .member(try input.text())
    case 2: .element(.computed(try expression(), try fit()))
    case 3: .element(.bound(try slot()))
    default: throw .kind
    }
  }
}
